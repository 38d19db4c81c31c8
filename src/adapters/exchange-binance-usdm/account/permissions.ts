import type { ExchangeCredentials, PermissionsAnswer, PermissionsOfKeys } from '#ports/key-permissions.ts';
import type { Clients } from '../transport/clients.ts';
import { ExchangeError } from '../transport/exchange-error.ts';
import { SignedCalls } from '../transport/signed-calls.ts';
import { makeSigner } from '../transport/signer.ts';
import { readShape } from '../wire/read-shape.ts';
import { keyRestrictions } from '../wire/wire-account.ts';

/** Reads the permissions of a key; where the environment has no such call (demo), only whether the key works. */
export class BinancePermissions implements PermissionsOfKeys {
  private readonly clients: Clients;

  constructor(clients: Clients) {
    this.clients = clients;
  }

  async permissionsOf(credentials: ExchangeCredentials): Promise<PermissionsAnswer> {
    try {
      const calls = new SignedCalls(this.clients, makeSigner(credentials));
      return this.clients.environment.name === 'demo' ? await this.works(calls) : await this.told(calls);
    } catch (error) {
      if (error instanceof ExchangeError && error.kind === 'key')
        return { kind: 'refused', venueCode: error.venueCode };
      if (error instanceof ExchangeError) return { kind: 'unreachable' };
      return { kind: 'refused', venueCode: null }; // The secret is not a valid key.
    }
  }

  private async told(calls: SignedCalls): Promise<PermissionsAnswer> {
    const value = await calls.read({ name: 'keyRestrictions', urgency: 'account' });
    const read = readShape(keyRestrictions, value, 'the permissions of a key');
    return {
      kind: 'known',
      permissions: {
        canRead: read.enableReading,
        canTrade: read.enableFutures,
        canWithdraw: read.enableWithdrawals,
        isIpRestricted: read.ipRestrict,
      },
    };
  }

  private async works(calls: SignedCalls): Promise<PermissionsAnswer> {
    await calls.read({ name: 'balance', urgency: 'account' });
    return { kind: 'unknown' };
  }
}
