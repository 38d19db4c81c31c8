import { readFileSync, writeFileSync } from 'node:fs';
import { withSettings } from './settings-table.ts';

/** Writes what is generated from tables in the code: the settings in docs/settings.md. */
writeFileSync('docs/settings.md', withSettings(readFileSync('docs/settings.md', 'utf8')));
