"""Games, seats, steps and chat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Column("ruleset", sa.String(16), nullable=False),
        sa.Column("setup", sa.LargeBinary, nullable=False),
        sa.Column("dice", sa.LargeBinary, nullable=False),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("over", sa.Integer, nullable=False),
        sa.Column("result", sa.LargeBinary),
        sa.Column("following", sa.String(16)),
    )
    op.create_table(
        "seats",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), nullable=False, index=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("sides", sa.String(8), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
    )
    op.create_table(
        "steps",
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("side", sa.Integer, nullable=False),
        sa.Column("message", sa.String(64), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("game", "number"),
        sa.UniqueConstraint("game", "message"),
    )
    op.create_table(
        "chat",
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("game", "number"),
    )


def downgrade() -> None:
    for name in ("chat", "steps", "seats", "games"):
        op.drop_table(name)
