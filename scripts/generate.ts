import { readFileSync, writeFileSync } from 'node:fs';
import { directionsText } from './directions.ts';
import { withSettings } from './settings-table.ts';

/**
 * Writes the files generated from tables in the code: the settings in docs/settings.md, the overrides of the linter.
 */
writeFileSync('docs/settings.md', withSettings(readFileSync('docs/settings.md', 'utf8')));
writeFileSync('biome.directions.json', directionsText());
