"""A player that plays every choice ahead a few times, and departs from the usual answer where another one turns out clearly better."""

from __future__ import annotations

import random

import counteract as ca


class Patient:
    def __init__(self, seed: int, tries: int = 2, answers: int = 20, margin: float = 3.0) -> None:
        self.chance, self.tries, self.answers, self.margin = random.Random(seed), tries, answers, margin

    def choose(self, game: ca.Game) -> ca.Answer:
        usual = game.advice()  # what the novice would answer
        options = [option for option in game.decision.options if option != usual]
        if not 1 <= len(options) <= 5 or game.decision.no_effect:
            return usual
        seeds = [self.chance.getrandbits(32) for _ in range(self.tries)]  # the same dice for every option
        worth = {option: sum(self.play_ahead(game, option, seed) for seed in seeds) / self.tries for option in (usual, *options)}
        best = max(options, key=worth.__getitem__)
        return best if worth[best] > worth[usual] + self.margin else usual

    def play_ahead(self, game: ca.Game, option: ca.Answer, seed: int) -> float:
        ahead = game.fork(dice=ca.SeededDice(seed))  # the game goes on from here on its own
        ahead.play(option)
        for _ in range(self.answers):
            if not ahead.over:
                ahead.play(ahead.advice())  # both sides go on as novices
        return self.value(ahead, game.decision.player)

    def value(self, game: ca.Game, me: int) -> float:
        seen = game.view(me)
        points = [side["vp"] for side in seen["sides"]]
        wounds = [sum(model["wounds"] for model in seen["models"] if model["side"] == side) for side in (0, 1)]
        return 4 * (points[me] - points[1 - me]) + wounds[me] - wounds[1 - me]
