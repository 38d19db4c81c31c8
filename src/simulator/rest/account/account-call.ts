import { assert } from '#base/assert.ts';
import type { AccountCommand } from '../../exchange/commands.ts';
import type { CommandValue, Exchange } from '../../exchange/exchange.ts';
import type { ListedSymbol } from '../../prices/listed-symbols.ts';
import type { ApiKey, Simulation } from '../../simulation.ts';
import { accept, refuse, type WireReply } from '../../wire-error.ts';
import type { EndpointCall } from '../http/endpoint.ts';
import type { Reader } from '../http/read-params.ts';

/** Whose call it is; only of endpoints whose security asks for a key. */
export function accountOf({ account }: EndpointCall): ApiKey {
  assert(account !== null, 'a signed call comes with a key');
  return account;
}

/** Carries out a command of the caller's account; on disk when it resolves. */
export function command(call: EndpointCall, given: AccountCommand): Promise<WireReply<CommandValue>> {
  return call.simulation.execute({ type: 'account', accountId: accountOf(call).accountId, command: given });
}

/** Looks at the exchange for the caller's account. */
export function look<T>(call: EndpointCall, at: (exchange: Exchange, accountId: string) => T): T {
  return call.simulation.read((exchange) => at(exchange, accountOf(call).accountId));
}

/** A symbol that is listed at this moment of market time. */
export function listedSymbol({ simulation }: Pick<EndpointCall, 'simulation'>): Reader<string> {
  return {
    isMandatory: true,
    read: (text, name) => {
      if (text === undefined) return refuse('mandatory', name);
      return simulation.market.isListed(text, simulation.now()) ? accept(text) : refuse('symbol');
    },
  };
}

/** What the tables tell of a symbol that was read by `listedSymbol`, or comes from a row of the exchange. */
export function contractOf(simulation: Pick<Simulation, 'market'>, symbol: string): ListedSymbol {
  const contract = simulation.market.symbols.get(symbol);
  assert(contract !== undefined, `${symbol} is a symbol of the market`);
  return contract;
}
