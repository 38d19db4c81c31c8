import { describe, expect, it } from 'vitest';
import { openLifetime, StartCalledOff } from './lifetime.ts';

function recorded() {
  const events: string[] = [];
  const lifetime = openLifetime((name) => events.push(`failed ${name}`));
  const add = (name: string) => lifetime.add(name, async () => events.push(name));
  return { events, lifetime, add };
}

describe('the lifetime of the program', () => {
  it('closes its parts once, in reverse order', async () => {
    const { events, lifetime, add } = recorded();
    await add('database');
    await add('server');
    await Promise.all([lifetime.close(), lifetime.close()]);
    expect(events).toEqual(['server', 'database']);
  });

  it('closes the other parts when one fails to close', async () => {
    const { events, lifetime, add } = recorded();
    await add('database');
    await lifetime.add('engine', () => Promise.reject(new Error('stuck')));
    await lifetime.close();
    expect(events).toEqual(['failed engine', 'database']);
  });

  it('closes a part at once that was opened after the program was told to stop', async () => {
    const { events, lifetime, add } = recorded();
    await add('database');
    void lifetime.close();
    await expect(add('server')).rejects.toThrow(StartCalledOff);
    expect(events).toEqual(['database', 'server']);
  });
});
