/** The transaction was refused because the engine's lock on the database is not held by this program. */
export class LockLost extends Error {
  constructor() {
    super('this program does not hold the lock of the engine on the database');
  }
}
