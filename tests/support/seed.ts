/** The seed of this run's random tests, from 0 to 2 ** 31 − 1; see `commit-seed.ts`. */
export const SEED_OF_RUN = Number(process.env['PROPERTY_SEED']);
