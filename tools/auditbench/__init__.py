"""The audit trail under load: a long log, its verification, replays, backups and starts."""
