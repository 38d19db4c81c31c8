import { type Kysely, sql } from 'kysely';

/**
 * Documents of users and the sealed keys of their exchange accounts. Sealed values are bytes that only the engine's
 * private key can open.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
create table documents (
  owner_id text not null,
  path text not null,
  -- Counts what stood under this path; the seal is bound to it.
  version integer not null check (version > 0),
  sealed bytea not null,
  updated_at timestamptz not null,
  primary key (owner_id, path)
);

create table exchange_keys (
  owner_id text not null,
  environment text not null check (environment in ('sim', 'demo', 'mainnet')),
  -- Counts the keys that stood here; the seal is bound to it.
  version integer not null check (version >= 0),
  sealed bytea,
  last_four text,
  removed_by text check (removed_by in ('user', 'revocation')),
  check_outcome text check (check_outcome in ('known', 'unknown', 'refused', 'unreachable')),
  can_read boolean,
  can_trade boolean,
  can_withdraw boolean,
  is_ip_restricted boolean,
  checked_at timestamptz,
  acknowledged_version integer,
  read_outcome text check (read_outcome in ('read', 'absent', 'failed', 'refused')),
  read_code text,
  read_at timestamptz,
  read_auth_time timestamptz,
  document_updated_at timestamptz,
  changed_at timestamptz not null,
  primary key (owner_id, environment),
  check ((sealed is null) = (last_four is null)),
  check ((check_outcome is not distinct from 'known') = (can_read is not null)),
  check (num_nulls(can_read, can_trade, can_withdraw, is_ip_restricted) in (0, 4))
);

do $$
declare name text;
begin
  foreach name in array array['documents', 'exchange_keys'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy owner on %I to current_user using (true) with check (true)', name);
  end loop;
end $$;
`;
