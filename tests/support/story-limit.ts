/** The limit of a test that tells a whole story of the program: it only ends what hangs, however slow the machine is. */
export const STORY_MS = 1_800_000;
