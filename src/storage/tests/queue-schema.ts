/** The schema that holds the queue of the jobs of backtests, and the name of the queue. */
export const QUEUE_SCHEMA = 'botyard_jobs';
export const QUEUE = 'tests';
