import { rotateSealingKey } from '#keys/sealing/rotate-sealing-key.ts';
import { openDatabase } from '#storage/database/database.ts';

/** A process that rotates the sealing key again and again until it is killed: arguments are the URL and the folder. */
const [url = '', secretsDir = ''] = process.argv.slice(2);
const engine = openDatabase({ url, poolMax: 2, applicationName: 'rotate forever' });
for (;;) {
  process.stdout.write('rotating\n');
  await rotateSealingKey({ engine, secretsDir });
}
