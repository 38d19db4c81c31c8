import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '#base/errors.ts';
import { readConfig } from './config.ts';
import { settings } from './settings.ts';

function refusalOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  throw new Error('the settings were accepted');
}

describe('settings', () => {
  it('runs whole on one machine with none given', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: null,
      exchange: 'sim',
      marketSpeed: 60,
      productTitle: 'Botyard',
      ownerPassword: null,
    });
    expect(config.secretsDir).toBe(path.join(config.dataDir, 'secrets'));
  });

  it('counts an empty variable as left out', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  it('takes folders relative to the working folder', () => {
    expect(readConfig({ DATA_DIR: 'elsewhere' }).dataDir).toBe(path.resolve('elsewhere'));
  });

  it.each([
    ['PORT', '80a'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['HOST', 'a b'],
    ['DATABASE_URL', 'mysql://u:hunter2@h/d'],
    ['DATABASE_APP_URL', 'hunter2'],
    ['DATABASE_ENGINE_URL', 'hunter2'],
    ['DATABASE_IDENTITY_URL', 'hunter2'],
    ['OWNER_EMAIL', 'nobody'],
    ['OWNER_PASSWORD', 'hunter2'],
    ['EXCHANGE', 'mainnet'],
    ['API_KEYS_DOCUMENT', 'keys'],
    ['MARKET_SPEED', '61'],
    ['PRODUCT_TITLE', ' '],
    ['LOG_LEVEL', 'loud'],
  ] as const)('refuses %s=%s with the name and what is allowed', (name, value) => {
    const message = refusalOf({ [name]: value });
    expect(message).toContain(name);
    expect(message).toContain(settings[name].allowed);
    expect(message.includes(value)).toBe(!settings[name].isSecret);
  });

  it('names every wrong setting at once', () => {
    expect(refusalOf({ PORT: 'x', MARKET_SPEED: 'fast' }).split('\n')).toHaveLength(2);
  });

  it('shows the default that a missing variable takes', () => {
    for (const name of [
      'PORT',
      'HOST',
      'OWNER_EMAIL',
      'EXCHANGE',
      'MARKET_SPEED',
      'PRODUCT_TITLE',
      'LOG_LEVEL',
    ] as const) {
      expect(String(settings[name].schema.parse(undefined))).toBe(settings[name].fallback);
    }
  });
});
