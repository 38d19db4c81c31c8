import { type Kysely, sql } from 'kysely';

/**
 * The audit trail. The database itself numbers and chains its rows, so that every login can add to one chain of which it
 * sees nothing. The row of the head is the lock: who adds a row holds it until the end of the transaction. Logins cannot
 * give a hash; the owner can, who restores a backup.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table audit_trail (
  seq bigint primary key,
  at timestamptz not null,
  event text not null,
  owner_id text,
  address text,
  details text not null,
  previous_hash text not null,
  hash text not null
);
create index audit_trail_owner on audit_trail (owner_id, seq);
create table audit_head (
  head_id integer primary key check (head_id = 1),
  seq bigint not null,
  hash text not null
);
create policy owner on audit_trail to current_user using (true) with check (true);
create policy owner on audit_head to current_user using (true) with check (true);
alter table audit_trail enable row level security, force row level security;
alter table audit_head enable row level security, force row level security;

-- Replaced, because a restore drops the tables and leaves the function.
create or replace function chain_audit_row() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare head audit_head;
begin
  if new.hash is not null then return new; end if;
  insert into audit_head values (1, 0, '') on conflict do nothing;
  select * into head from audit_head where head_id = 1 for update;
  new.seq := head.seq + 1;
  new.at := clock_timestamp();
  new.previous_hash := head.hash;
  select encode(sha256(convert_to(string_agg(
           coalesce(octet_length(convert_to(part, 'UTF8')) || ':' || part, '-'), '' order by place), 'UTF8')), 'hex')
    into new.hash
    from unnest(array[
           new.previous_hash, new.seq::text, to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
           new.event, new.owner_id, new.address, new.details]) with ordinality as parts (part, place);
  update audit_head set seq = new.seq, hash = new.hash where head_id = 1;
  return new;
end $$;
create trigger chain before insert on audit_trail for each row execute function chain_audit_row();
`;
