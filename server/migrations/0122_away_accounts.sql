-- Accounts whose people are away: nobody finds them, or sees what they posted. Whoever deactivated theirs comes back with a log-in;
-- whoever is deleting theirs comes back with the link in a mail. When it ends, the account is deleted. Few accounts are in here, and
-- most of the time none, so what asks it costs next to nothing.
create table away_accounts (
  user_id uuid primary key references users (id) on delete cascade,
  kind text not null check (kind in ('deactivated', 'deleting')),
  since timestamptz not null,
  ends_at timestamptz not null,
  -- When its person was told that it ends soon.
  warned_at timestamptz
);
create index away_accounts_ends_at on away_accounts (ends_at);

-- The links that bring an account back that's being deleted.
create table return_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index return_tokens_user_id on return_tokens (user_id);
create index return_tokens_expires_at on return_tokens (expires_at);
