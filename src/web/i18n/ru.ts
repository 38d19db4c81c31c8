import { messages as first } from './ru/first.ts';
import { shellMessages, shellPlurals } from './ru/shell.ts';
import { tradingMessages, tradingPlurals } from './ru/trading.ts';

/*
 * One Russian word for one term, in every sentence:
 *
 *   bot            бот                     step, step order    шаг, страховочный ордер
 *   portfolio      портфель                base order          базовый ордер
 *   strategy       стратегия               take profit         тейк-профит (TP)
 *   ladder         лестница                stop-loss           стоп-лосс
 *   cycle          цикл                    trailing exit       трейлинг
 *   run            запуск                  liquidation         ликвидация
 *   order          ордер                   leverage, margin    плечо, маржа
 *   fill           сделка, исполнение      fee, funding        комиссия, фандинг
 *   position       позиция                 slippage            проскальзывание
 *   long, short    лонг, шорт              mark price          цена маркировки
 *   equity         капитал                 tick                шаг цены
 *   drawdown       просадка                symbol, contract    символ, контракт
 *   result, net    результат, чистый       limit               лимит
 *   account        аккаунт (у биржи: счёт) exchange            биржа
 *   log            журнал                  download            загрузка
 *   paper, live    бумажный, реальный      key                 ключ
 *   preset, filter шаблон, фильтр          action              действие
 *
 * An order is placed: выставлен; cancelled: отменён; filled: исполнен. DCA paper, DCA live, PAPER and LIVE are names.
 */
export const messages = { ...first, ...shellMessages, ...tradingMessages };
export const plurals = { ...shellPlurals, ...tradingPlurals };
