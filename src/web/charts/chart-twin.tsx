import { CsvButton } from '#web/ui/table/csv-button.tsx';
import css from './chart-twin.module.css';
import type { TableTwin, TwinCells } from './table-twin.ts';

interface ChartTwinProps {
  readonly label: string;
  readonly table: () => TableTwin;
}

/** The table beside a chart, with its download. */
export function ChartTwin({ label, table: read }: ChartTwinProps) {
  const table = read();
  return (
    <>
      <div className={css['file']}>
        <CsvButton
          name={table.file.name}
          columns={table.head.map((title, index) => ({ title, exact: (cells: TwinCells) => cells[index] ?? null }))}
          rows={() => read().file.rows}
        />
      </div>
      <Rows label={label} table={table} />
    </>
  );
}

function Rows({ label, table }: { readonly label: string; readonly table: TableTwin }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A scrolling table must be reachable by keyboard.
    <section className={css['twin']} tabIndex={0} aria-label={label}>
      <table>
        {table.note === undefined ? null : <caption>{table.note}</caption>}
        <thead>
          <tr>
            {table.head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((cells) => (
            <tr key={cells.join(' ')}>
              {cells.map((cell, index) => (
                <td key={table.head[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
