"""Seconds left on the clocks after each step; the sender of a line of chat, and its id."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("steps", sa.Column("clock", sa.LargeBinary))
    op.add_column("chat", sa.Column("side", sa.Integer))
    op.add_column("chat", sa.Column("message", sa.String(64)))
    op.create_index("chat_message", "chat", ["game", "message"], unique=True)


def downgrade() -> None:
    op.drop_index("chat_message", "chat")
    op.drop_column("chat", "message")
    op.drop_column("chat", "side")
    op.drop_column("steps", "clock")
