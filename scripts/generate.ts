import { readFileSync, writeFileSync } from 'node:fs';
import { directionsText } from './directions.ts';
import { withSettings } from './settings-table.ts';

/** Writes what follows from tables in the code: the settings in the README, the overrides of the linter. */
writeFileSync('README.md', withSettings(readFileSync('README.md', 'utf8')));
writeFileSync('biome.directions.json', directionsText());
