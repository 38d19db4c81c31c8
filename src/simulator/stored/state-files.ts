/** The setup file of a market's folder. */
export const SETUP_FILE = 'market.json';
/** Everything up to the journal that continues from it. */
export const SNAPSHOT_FILE = 'snapshot.json';
/** The latest market time. */
export const CLOCK_FILE = 'clock';
/** The files of a market besides its journals. */
export const OWN_FILES = [SETUP_FILE, SNAPSHOT_FILE, CLOCK_FILE];
