"""Run by alembic: migrations on the connection it was handed."""

from alembic import context

from counteract.server.store import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
