import type { calls } from '#contract/calls.ts';
import { assetCallRows } from './asset-call-rows.ts';
import { botCallRows } from './bot-call-rows.ts';
import type { CallRow } from './call-row.ts';
import { cycleCallRows } from './cycle-call-rows.ts';
import { dealCallRows } from './deal-call-rows.ts';
import { exchangeAccountCallRows } from './exchange-account-call-rows.ts';
import { keyCallRows } from './key-call-rows.ts';
import type { KeySupport } from './key-support.ts';
import { marketCallRows } from './market-call-rows.ts';
import { noticeCallRows } from './notice-call-rows.ts';
import { orderCallRows } from './order-call-rows.ts';
import { portfolioCallRows } from './portfolio-call-rows.ts';
import { screenerCallRows } from './screener-call-rows.ts';
import { severalCallRows } from './several-call-rows.ts';
import { strategyCallRows } from './strategy-call-rows.ts';
import { systemCallRows } from './system-call-rows.ts';
import { testCallRows } from './test-call-rows.ts';

/** How every call of the contract is asked. @param keySupportOf - the support behind the server of the tests */
export const allCallRows = (keySupportOf: () => KeySupport): Record<(typeof calls)[number]['name'], CallRow> => ({
  ...systemCallRows,
  ...assetCallRows,
  ...marketCallRows,
  ...screenerCallRows,
  ...portfolioCallRows,
  ...orderCallRows,
  ...noticeCallRows,
  ...strategyCallRows,
  ...botCallRows,
  ...severalCallRows,
  ...cycleCallRows,
  ...dealCallRows,
  ...exchangeAccountCallRows,
  ...keyCallRows(keySupportOf),
  ...testCallRows,
});
