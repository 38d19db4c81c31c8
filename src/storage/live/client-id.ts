import { assert, at } from '#base/assert.ts';
import { ENVIRONMENTS, type Environment } from '#base/environment.ts';
import type { ClientIdParts } from './live-rows.ts';

/** The first characters of every order of ours. */
const PREFIX = 'q1';
const LETTERS: Readonly<Record<Environment, string>> = { sim: 's', demo: 'd', mainnet: 'm' };
const RADIX = 36;
const NUMBER_LENGTH = 8;
const CHECK_LENGTH = 4;
/** The greatest prime below 36⁴, so that every remainder has four characters. */
const CHECK_PRIME = 1_679_609;
/** Without a factor in common with the prime, so a change of one character always changes the remainder. */
const CHECK_BASE = 1_299_709;
/** Environment, installation, bot, number, leg, generation, check. */
const NAME = /^q1([sdm])([0-9a-z]{4})([0-9a-z]{12})([0-9a-z]{8})([0-9a-z]{2})([0-9a-z])([0-9a-z]{4})$/;

/**
 * The client id of an order, and of a conditional order: 34 characters that name installation, bot, intent, leg and generation.
 * A changed character never gives another valid id.
 */
export function clientIdOf({ environment, installation, botId, number, leg, generation }: ClientIdParts): string {
  const body = `${PREFIX}${LETTERS[environment]}${installation}${botId}${digits(number, NUMBER_LENGTH)}${leg}${digits(generation, 1)}`;
  const clientId = `${body}${checkOf(body)}`;
  assert(NAME.test(clientId), `${clientId} has the form of a client id`);
  return clientId;
}

/** The parts of a client id; null for one that is not ours in form, or whose check does not fit. */
export function readClientId(text: string): ClientIdParts | null {
  const match = NAME.exec(text);
  if (match === null) return null;
  const environment = ENVIRONMENTS.find((one) => LETTERS[one] === at(match, 1));
  if (environment === undefined || at(match, 7) !== checkOf(text.slice(0, -CHECK_LENGTH))) return null;
  return {
    environment,
    installation: at(match, 2),
    botId: at(match, 3),
    number: Number.parseInt(at(match, 4), RADIX),
    leg: at(match, 5),
    generation: Number.parseInt(at(match, 6), RADIX),
  };
}

function digits(value: number, length: number): string {
  assert(Number.isSafeInteger(value) && value >= 0, `${value} is a whole number`);
  return value.toString(RADIX).padStart(length, '0');
}

function checkOf(body: string): string {
  let remainder = 0;
  for (const letter of body) remainder = (remainder * CHECK_BASE + letter.charCodeAt(0)) % CHECK_PRIME;
  return digits(remainder, CHECK_LENGTH);
}
