"""Any number of sides: which of them a seat plays is a list, and so are those whose teams are open."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

SEATS = sa.table("seats", sa.column("token", sa.String), sa.column("sides", sa.String))
GAMES = sa.table("games", sa.column("id", sa.String), sa.column("options", sa.LargeBinary))


def upgrade() -> None:
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("sides", existing_type=sa.String(8), type_=sa.String(64), existing_nullable=False)
    op.execute(SEATS.update().where(SEATS.c.sides == "01").values(sides="0,1"))
    _change_options(_listed)


def downgrade() -> None:
    op.execute(SEATS.update().where(SEATS.c.sides == "0,1").values(sides="01"))
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("sides", existing_type=sa.String(64), type_=sa.String(8), existing_nullable=False)
    _change_options(_single)


def _change_options(change) -> None:  # type: ignore[no-untyped-def]
    """Change what is kept of games besides their set-up, where it has to be."""
    db = op.get_bind()
    for game, packed in db.execute(sa.select(GAMES.c.id, GAMES.c.options)).all():
        before = json.loads(packed)
        after = change(before)
        if after != before:
            db.execute(GAMES.update().where(GAMES.c.id == game).values(options=json.dumps(after).encode()))


def _listed(options: dict) -> dict:  # type: ignore[type-arg]
    """The side whose team is open as a list; what the seats say is not said again."""
    kept = {name: value for name, value in options.items() if name != "opponent"}
    return {**kept, "open": [kept["open"]]} if isinstance(kept.get("open"), int) else kept


def _single(options: dict) -> dict:  # type: ignore[type-arg]
    kept = {name: value for name, value in options.items() if name != "open"}
    return {**kept, "open": options["open"][0]} if options.get("open") else kept
