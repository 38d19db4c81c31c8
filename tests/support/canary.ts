import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import type { Database } from '#storage/database/database.ts';

/** A place to search, and its text. */
export interface Place {
  readonly name: string;
  readonly text: string;
}

/** Where a secret was found, in any encoding it could have there: "place: encoding". */
export function findCanaries(places: readonly Place[], secrets: readonly string[]): readonly string[] {
  return places.flatMap(({ name, text }) =>
    secrets
      .flatMap(spellingsOf)
      .flatMap(([spelling, secret]) => (text.includes(secret) ? [`${name}: ${spelling}`] : [])),
  );
}

/** Base64 depends on the text before the secret, so its middle is searched for at each of the possible shifts. */
function spellingsOf(secret: string): readonly (readonly [string, string])[] {
  const bytes = Buffer.from(secret);
  const shifted = [0, 1, 2].map((shift) => {
    const base64 = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    return [`base64 at ${shift}`, base64.slice(4, base64.length - 4)] as const;
  });
  return [
    ['plain', secret],
    ['hex', bytes.toString('hex')],
    ['reversed', [...secret].reverse().join('')],
    ['percent', encodeURIComponent(secret)],
    ...shifted,
  ];
}

/** Every row of every table, as a dump would write it. */
export async function databasePlaces(owner: Database): Promise<Place[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I', relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(owner.db);
  const places: Place[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} as t`.execute(owner.db);
    places.push({ name: `table ${name}`, text: rows.map(({ text }) => text).join('\n') });
  }
  return places;
}

/** What the browser stores for the page, and what the page shows. */
export async function browserPlaces(page: Page): Promise<Place[]> {
  const kept = await page.evaluate(async () => {
    const caches_ = await caches.keys();
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return {
      local: JSON.stringify(localStorage),
      session: JSON.stringify(sessionStorage),
      page: document.documentElement.outerHTML,
      fields: JSON.stringify([...document.querySelectorAll('input')].map((input) => input.value)),
      others: JSON.stringify([caches_, databases, document.cookie, location.href, history.state]),
    };
  });
  return Object.entries(kept).map(([name, text]) => ({ name: `browser ${name}`, text }));
}
