import {
  BinaryOperationNode,
  ColumnNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  type QueryId,
  RawNode,
  ReferenceNode,
  ValueNode,
} from 'kysely';
import type { Database } from '#storage/database/database.ts';

/** Statements of requests whose condition on the owner can be taken out, as if every developer had forgotten it. */
export interface OwnerFilter {
  isRemoved: boolean;
  /** How many conditions have been taken out so far. */
  removed: number;
  over(database: Database): Database;
}

export function ownerFilter(): OwnerFilter {
  const filter: OwnerFilter = {
    isRemoved: false,
    removed: 0,
    over: (database) => ({
      ...database,
      run: (plan) => database.run({ ...plan, work: (tx) => plan.work(filter.isRemoved ? tx.withPlugin(plugin) : tx) }),
    }),
  };
  const transformer = new WithoutOwner(() => {
    filter.removed += 1;
  });
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  };
  return filter;
}

const OWNER = new Set(['ownerId', 'owner_id']);
const OWNER_IN_SQL = /(?:\w+\.)?owner_id = $/;
/** True for every row, with the parameter still in its place. */
const ANY_OWNER = "'' <> ";

class WithoutOwner extends OperationNodeTransformer {
  readonly #found: () => void;

  constructor(found: () => void) {
    super();
    this.#found = found;
  }

  protected override transformBinaryOperation(node: BinaryOperationNode, queryId?: QueryId): BinaryOperationNode {
    const isFilter = isOwner(node.leftOperand) && isEquals(node.operator) && ValueNode.is(node.rightOperand);
    if (!isFilter) return super.transformBinaryOperation(node, queryId);
    this.#found();
    return BinaryOperationNode.create(RawNode.createWithSql("''"), OperatorNode.create('<>'), node.rightOperand);
  }

  protected override transformRaw(node: RawNode, queryId?: QueryId): RawNode {
    const sqlFragments = node.sqlFragments.map((fragment, index) => {
      const parameter = node.parameters[index];
      if (parameter === undefined || !ValueNode.is(parameter) || !OWNER_IN_SQL.test(fragment)) return fragment;
      this.#found();
      return fragment.replace(OWNER_IN_SQL, ANY_OWNER);
    });
    return super.transformRaw({ ...node, sqlFragments }, queryId);
  }
}

function isOwner(node: OperationNode): boolean {
  return ReferenceNode.is(node) && ColumnNode.is(node.column) && OWNER.has(node.column.column.name);
}

function isEquals(node: OperationNode): boolean {
  return OperatorNode.is(node) && node.operator === '=';
}
