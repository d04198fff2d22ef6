"""The table on a server: games that several people see, kept in a database, played over WebSockets."""
