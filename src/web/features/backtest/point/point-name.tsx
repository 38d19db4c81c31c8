import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/i18n/text.tsx';
import { missing } from '#web/ui/values/format.ts';
import { pointText } from '../path-words.ts';
import { pointQuery } from '../test-queries.ts';

/** What a point set in the strategy: "1.8 / 0.8". */
export function PointName({ botId }: { readonly botId: string }) {
  const t = useText();
  const point = useQuery(pointQuery(botId)).data;
  return point === undefined ? missing : pointText(point.point, point.kind, t);
}
