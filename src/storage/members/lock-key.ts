/** Key of the advisory lock that the engine of a database holds. It fits into 32 bits, so `objid` of pg_locks is the key. */
export const ENGINE_LOCK = 7_269_421;

/** Condition on a row of pg_locks: it is the engine's lock on this database, held by a session. */
export const IS_ENGINE_LOCK = `
  locktype = 'advisory' and classid = 0 and objid = ${ENGINE_LOCK} and objsubid = 1 and granted
  and database = (select oid from pg_database where datname = current_database())`;
