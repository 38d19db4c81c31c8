const FULL = /No space left on device|Disk quota exceeded/;

/**
 * Why a program of PostgreSQL failed, as the end of a sentence. A full disk is named in plain words; any other failure is
 * told by the program's own output, whose lines may refer to each other.
 */
export function failureOf(output: string): string {
  return FULL.test(output) ? 'the disk is full. Free up space on the disk of the data folder.' : output;
}
