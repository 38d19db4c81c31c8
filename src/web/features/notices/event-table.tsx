import { useText } from '#web/i18n/text.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { type EventChoice, type NoticeSettings, useChoose } from './notice-queries.ts';
import css from './notices.module.css';

const CHANNELS = ['app', 'webhook', 'telegram'] as const;
const SEVERITIES = ['critical', 'warning', 'info'] as const;
type Channel = (typeof CHANNELS)[number];

/** Which event goes where: one box each, and one for all events of a severity. */
export function EventTable({ settings }: { readonly settings: NoticeSettings }) {
  const t = useText();
  const choose = useChoose();
  const set = (events: readonly EventChoice[], channel: Channel, isOn: boolean) =>
    choose.mutate(events.map(({ event }) => ({ event, channel, isOn })));
  const isSetUp = (channel: Channel) =>
    channel === 'app' || settings.channels.some((one) => one.channel === channel && one.isSetUp);
  return (
    <>
      {choose.error ? <ProblemNote error={choose.error} /> : null}
      <table className={css['events']}>
        <thead>
          <tr>
            <th scope="col">{t('notices.event')}</th>
            {CHANNELS.map((channel) => (
              <th key={channel} scope="col" data-off={isSetUp(channel) ? undefined : ''}>
                {t(`notices.channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        {SEVERITIES.map((severity) => {
          const events = settings.events.filter((one) => one.severity === severity);
          const title = t(`notices.severity.${severity}`);
          return (
            <tbody key={severity} data-severity={severity}>
              <Boxes title={title} events={events} onChange={set} isGroup />
              {events.map((one) => (
                <Boxes key={one.event} title={t(`notices.event.${one.event}`)} events={[one]} onChange={set} />
              ))}
            </tbody>
          );
        })}
      </table>
    </>
  );
}

interface BoxesProps {
  readonly title: string;
  /** One event, or all of a severity. */
  readonly events: readonly EventChoice[];
  readonly onChange: (events: readonly EventChoice[], channel: Channel, isOn: boolean) => void;
  readonly isGroup?: boolean;
}

function Boxes({ title, events, onChange, isGroup = false }: BoxesProps) {
  const t = useText();
  return (
    <tr data-group={isGroup ? '' : undefined}>
      <th scope="row">{title}</th>
      {CHANNELS.map((channel) => {
        const isOn = events.every((one) => one[channel]);
        const isMixed = !isOn && events.some((one) => one[channel]);
        return (
          <td key={channel}>
            <input
              type="checkbox"
              aria-label={t('notices.box', { event: title, channel: t(`notices.channel.${channel}`) })}
              checked={isOn}
              ref={(box) => {
                if (box) box.indeterminate = isMixed;
              }}
              onChange={() => onChange(events, channel, !isOn)}
            />
          </td>
        );
      })}
    </tr>
  );
}
