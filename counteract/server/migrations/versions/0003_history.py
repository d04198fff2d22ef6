"""The news of each step and the state of the battle, so that a game outlives a change of the rules."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("games", sa.Column("revision", sa.Integer))
    op.add_column("games", sa.Column("opening", sa.LargeBinary))
    op.add_column("games", sa.Column("standing", sa.LargeBinary))
    op.add_column("steps", sa.Column("told", sa.LargeBinary))


def downgrade() -> None:
    op.drop_column("steps", "told")
    for name in ("standing", "opening", "revision"):
        op.drop_column("games", name)
