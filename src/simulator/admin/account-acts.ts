import { z } from 'zod';
import { cashFrom } from '#base/decimal.ts';
import { AppError } from '#base/errors.ts';
import { CASH_PER_USDT } from '#base/exact.ts';
import type { ExchangeCommand } from '../exchange/commands.ts';
import type { CommandValue } from '../exchange/exchange.ts';
import { WALLET_MAX } from '../exchange/funds/transfer.ts';
import { keyKind, publicKeyKind } from '../rest/http/signatures.ts';
import type { ApiKey, Simulation } from '../simulation.ts';
import { type AdminAct, adminAct, notFound } from './admin-act.ts';

/** Balance of a new account unless the request says otherwise, USDT. */
const DEPOSIT = '10000';

const amount = z
  .string()
  .regex(/^\d{1,8}(\.\d{1,8})?$/, 'must be a decimal text of USDT, such as "250.5"')
  .refine(isWithinWallet, 'must be 20000000 USDT at most, which is what an account may hold');
const signedAmount = z
  .string()
  .regex(/^-?\d{1,8}(\.\d{1,8})?$/, 'must be a decimal text of USDT, negative to take out, such as "-250.5"')
  .refine(isWithinWallet, 'must be 20000000 USDT at most, which is what an account may hold');
const label = z.string().min(1).max(60);
const apiKey = z.string().min(1).max(64);

const OPEN = z.strictObject({ label, deposit: amount.default(DEPOSIT), isDualSide: z.boolean().default(true) });
const TRANSFER = z.strictObject({ accountId: z.string().max(64), amount: signedAmount });
const RIGHTS = z.strictObject({
  apiKey,
  canTrade: z.boolean().optional(),
  canWithdraw: z.boolean().optional(),
  isIpRestricted: z.boolean().optional(),
});
const PEM_LENGTH_MAX = 4_096;
const REGISTER = z.strictObject({
  label,
  publicKey: z
    .string()
    .max(PEM_LENGTH_MAX)
    .refine((pem) => publicKeyKind(pem) !== null, 'must be a public key in PEM: Ed25519, or RSA of at least 2048 bits'),
});
const RENEW = z.strictObject({ label });
const REMOVE = z.strictObject({ apiKey });

function isWithinWallet(text: string): boolean {
  return Math.abs(Number(text)) * CASH_PER_USDT <= WALLET_MAX;
}

/** Accounts and their keys. A secret is told once: with the key that it was made for. */
export function accountActs(simulation: Simulation): Readonly<Record<string, AdminAct>> {
  return {
    'POST /admin/accounts': adminAct(OPEN, async (request) => {
      const key = await simulation.openAccount(request);
      if (key === null) throw accountExists(request.label);
      return told(key);
    }),
    'POST /admin/accounts/transfer': adminAct(TRANSFER, async ({ accountId, amount: text }) => {
      const command = { type: 'transfer', amount: cashFrom(text) } as const;
      await mustExecute(simulation, { type: 'account', accountId: accountIn(simulation, accountId), command });
      return {};
    }),
    'POST /admin/keys/renew': adminAct(RENEW, async ({ label: text }) => {
      const key = await simulation.renewKey(text);
      if (key === null) throw notFound(`account with the label "${text}"`);
      return told(key);
    }),
    'POST /admin/keys/register': adminAct(REGISTER, async ({ label: text, publicKey }) => {
      const key = await simulation.registerKey(text, publicKey);
      if (key === null) throw notFound(`account with the label "${text}"`);
      return { accountId: key.accountId, label: text, apiKey: key.apiKey, kind: keyKind(key) };
    }),
    'POST /admin/keys/rights': adminAct(RIGHTS, async ({ apiKey: text, ...wanted }) => {
      const { canTrade, canWithdraw, isIpRestricted } = keyIn(simulation, text);
      const rights = {
        canTrade: wanted.canTrade ?? canTrade,
        canWithdraw: wanted.canWithdraw ?? canWithdraw,
        isIpRestricted: wanted.isIpRestricted ?? isIpRestricted,
      };
      await simulation.setKey(text, rights);
      return rights;
    }),
    'POST /admin/keys/remove': adminAct(REMOVE, async ({ apiKey: text }) => {
      keyIn(simulation, text);
      await simulation.removeKey(text);
      return {};
    }),
  };
}

function told({ accountId, label: text, apiKey: id, secret }: ApiKey): object {
  return { accountId, label: text, apiKey: id, secret };
}

function accountExists(text: string): AppError {
  return new AppError(
    'ACCOUNT_EXISTS',
    `There is an account with the label "${text}" already, and its secret was told when its key was made. If it is lost, POST /admin/keys/renew makes a new key and ends the old one.`,
  );
}

function keyIn(simulation: Simulation, apiKeyText: string): ApiKey {
  const key = simulation.key(apiKeyText);
  if (key === null) throw notFound('such API key');
  return key;
}

/** The id of an account that exists. @throws AppError NOT_FOUND */
export function accountIn(simulation: Simulation, accountId: string): string {
  const isThere = simulation.read((exchange) => exchange.hasAccount(accountId));
  if (!isThere) throw notFound(`account "${accountId}"`);
  return accountId;
}

/** Executes a command of the admin surface. @throws AppError REFUSED with the exchange's reason */
export async function mustExecute(simulation: Simulation, command: ExchangeCommand): Promise<CommandValue> {
  const reply = await simulation.execute(command);
  if (!reply.ok) throw new AppError('REFUSED', `The exchange refuses: ${reply.error.message} (${reply.error.code})`);
  return reply.value;
}
