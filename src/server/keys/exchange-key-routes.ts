import { oneAtATime } from '#base/one-at-a-time.ts';
import type { Call } from '#contract/call.ts';
import {
  acknowledgeExchangeKey,
  addExchangeKey,
  getExchangeKeys,
  openSimulatedAccount,
  removeExchangeKey,
  rotateExchangeKey,
  testExchangeKey,
} from '#contract/exchange-key.ts';
import type { Context } from '../http/context.ts';
import { ProblemError } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { presentExchangeKey } from './present-exchange-key.ts';
import { refuseOldSignIn } from './step-up.ts';
import { dropKey, keyFactsOf, storeAcknowledgement, storeNewKey } from './stored-key.ts';

/** What a test of a key counts of its user's share: so much that nobody tries one key after another. */
const REQUESTS_OF_A_TEST = 2;

type Asked = Pick<Context<Call>, 'caller' | 'services' | 'read'>;

/**
 * Keys of the exchange account. No answer contains a secret: only whether there is a key, its last four characters and
 * its permissions.
 */
export function exchangeKeyRoutes(): Route[] {
  // The exchange ends the key of a simulated account when another one is made: of two requests the second one would end the
  // key that the first is about to store.
  const alone = oneAtATime();
  const acted = async (context: Context<Call>, act: () => Promise<void>) => {
    if (!context.isRepeat) {
      refuseOldSignIn(context);
      await alone(context.caller.userId, act);
    }
    return present(context);
  };
  const countTest = ({ caller, services }: Asked) => services.exchangeShare.take(caller.userId, REQUESTS_OF_A_TEST);
  return [
    route(getExchangeKeys, async (context) => ({ items: [await present(context)] })),

    route(addExchangeKey, (context) =>
      acted(context, async () => {
        const before = await noKeyOf(context);
        countTest(context);
        await storeNewKey(context, { before, credentials: context.body });
      }),
    ),

    route(rotateExchangeKey, (context) =>
      acted(context, async () => {
        const before = await presentKeyOf(context);
        countTest(context);
        await storeNewKey(context, { before, credentials: context.body });
      }),
    ),

    route(openSimulatedAccount, (context) =>
      acted(context, async () => {
        const { openAccount } = context.services.keys;
        if (openAccount === null) throw new ProblemError('EXCHANGE_KEY_NOT_SIMULATED');
        const before = await noKeyOf(context);
        countTest(context);
        await storeNewKey(context, { before, credentials: await openAccount(context.caller.userId) });
      }),
    ),

    route(testExchangeKey, async (context) => {
      await presentKeyOf(context);
      countTest(context);
      const outcome = await context.services.keys.signer.check(context.caller.userId);
      if (outcome === 'unreachable') throw new ProblemError('EXCHANGE_UNAVAILABLE');
      if (outcome === 'absent') throw new ProblemError('EXCHANGE_KEY_NOT_FOUND');
      context.services.touches.tell(context.caller.userId, 'exchange-keys');
      return present(context);
    }),

    route(removeExchangeKey, (context) => acted(context, async () => dropKey(context, await presentKeyOf(context)))),

    route(acknowledgeExchangeKey, async (context) => {
      if (!context.isRepeat) {
        const before = await presentKeyOf(context);
        if (before.version !== context.body.version) throw new ProblemError('VERSION_CONFLICT');
        if (before.checkOutcome !== 'unknown') throw new ProblemError('EXCHANGE_KEY_PERMISSIONS_KNOWN');
        await storeAcknowledgement(context, before.version);
      }
      return present(context);
    }),
  ];
}

/** What is known of a user without a key. */
async function noKeyOf(context: Asked) {
  const facts = await keyFactsOf(context);
  if (facts?.lastFour != null) throw new ProblemError('EXCHANGE_KEY_PRESENT');
  return facts;
}

async function presentKeyOf(context: Asked) {
  const facts = await keyFactsOf(context);
  if (facts?.lastFour == null) throw new ProblemError('EXCHANGE_KEY_NOT_FOUND');
  return facts;
}

async function present(context: Asked) {
  const { services, caller } = context;
  const reading = services.keys.reader.readingOf(caller.userId);
  return presentExchangeKey(services.settings.environment, await keyFactsOf(context), reading);
}
