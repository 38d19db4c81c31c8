import { assert } from '#base/assert.ts';
import type { AccountCommand } from '../../exchange/commands.ts';
import type { CommandValue, Exchange } from '../../exchange/exchange.ts';
import type { ListedSymbol } from '../../prices/listed-symbols.ts';
import type { ApiKey, Simulation } from '../../simulation.ts';
import { accept, refuse, type WireReply } from '../../wire-error.ts';
import type { EndpointCall } from '../http/endpoint.ts';
import type { Reader } from '../http/read-params.ts';

/** The caller's key; only for endpoints whose security requires one. */
export function accountOf({ account }: EndpointCall): ApiKey {
  assert(account !== null, 'a signed call comes with a key');
  return account;
}

/** Executes a command of the caller's account; resolves when it is on disk. */
export function command(call: EndpointCall, given: AccountCommand): Promise<WireReply<CommandValue>> {
  return call.simulation.execute({ type: 'account', accountId: accountOf(call).accountId, command: given });
}

/** Reads from the exchange for the caller's account. */
export function look<T>(call: EndpointCall, at: (exchange: Exchange, accountId: string) => T): T {
  return call.simulation.read((exchange) => at(exchange, accountOf(call).accountId));
}

/** A symbol that is currently listed, by market time. */
export function listedSymbol({ simulation }: Pick<EndpointCall, 'simulation'>): Reader<string> {
  return {
    isMandatory: true,
    read: (text, name) => {
      if (text === undefined) return refuse('mandatory', name);
      return simulation.market.isListed(text, simulation.now()) ? accept(text) : refuse('symbol');
    },
  };
}

/** The listing of a symbol that is known to exist. */
export function contractOf(simulation: Pick<Simulation, 'market'>, symbol: string): ListedSymbol {
  const contract = simulation.market.symbols.get(symbol);
  assert(contract !== undefined, `${symbol} is a symbol of the market`);
  return contract;
}
