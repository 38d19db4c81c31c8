/** Accounts and sessions of the embedded identity. */
export const identityTables = `
create table users (
  user_id text primary key,
  email text not null unique,
  password_hash text not null,
  is_disabled boolean not null,
  valid_since timestamptz not null,
  created_at timestamptz not null,
  last_login_at timestamptz
);

create table refresh_tokens (
  token_hash text primary key,
  family_id text not null,
  user_id text not null references users,
  auth_time timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index refresh_tokens_family on refresh_tokens (family_id);
create index refresh_tokens_user on refresh_tokens (user_id, auth_time);
`;
