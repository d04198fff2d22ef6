"""Labels are told in parts, and as one sentence in every language."""

from __future__ import annotations

import pytest

from counteract.core import registry
from counteract.core.decision import Pick
from counteract.core.label import Label, say_label
from counteract.core.language import speaking
from counteract.game import Game


@pytest.mark.parametrize(
    ("label", "sentence"),
    [
        (Label("Shoot"), "Shoot"),
        (Label("Dash", figures=("1AP", 'up to 3"')), 'Dash (1AP, up to 3")'),
        (Label("Shoot", "Heron", ("1AP",)), "Shoot (1AP): Heron"),
        (Label("Rifle {x}", "4: {y}"), "Rifle {x}: 4: {y}"),
    ],
)
def test_a_label_is_one_sentence(label: Label, sentence: str) -> None:
    assert str(label) == f"{label}" == sentence


def test_parts_are_joined_as_the_language_does() -> None:
    label = Label("Heron", "2", ("12/12", "Engage"))
    with speaking("fr"):
        assert str(label) == "Heron (12/12, Engage)\N{NO-BREAK SPACE}: 2"
    with speaking("zh"):
        assert str(label) == "Heron（12/12、Engage）：2"


def test_a_template_of_two_lines_is_a_title_and_a_detail() -> None:
    assert say_label("Cover\nsaves {count}", count=2) == Label("Cover", "saves 2")
    assert say_label("Stop") == Label("Stop")


@pytest.mark.parametrize("language", ["en", "fr", "zh"])
@pytest.mark.parametrize("ruleset", registry.names())
def test_a_model_is_its_name_and_its_figures(ruleset: str, language: str) -> None:
    """Whoever asks which model an option stands for need not look at words."""
    game = Game.new(ruleset, seed=3)
    found = 0
    with speaking(language):
        while game.decision is not None and game.turns_taken < 60:
            view = game.view()  # an option that stands for a unit has the name of the unit
            units = {unit["id"]: unit["name"] for unit in view.get("units", ())}
            names = [units.get(model["unit"], model["name"]) for model in view["models"]]
            for option in game.decision.options[:8]:
                label, model = game.label(option), game.ruleset.preview.points_at(game, option)
                assert label.title and "\n" not in str(label)
                if isinstance(option, Pick) and isinstance(option.value, int) and model is not None:
                    assert label.title == names[model] and label.figures
                    found += 1
            game.play(game.advice())
    assert found
