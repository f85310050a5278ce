"""The environment of Alembic: migrations run in the transaction that was begun for them."""

from alembic import context

from pitboss.store.schema import metadata

if __name__ == "env_py":  # the name under which Alembic, and nobody else, loads this file
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        render_as_batch=True,  # SQLite changes a column only by recreating its table
    )
    context.run_migrations()
