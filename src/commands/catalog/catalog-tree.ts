import {
  nodesOf,
  type CatalogView,
  type ListedNode,
  type ListedProduct,
} from '../../catalog/view/catalog-view.js';
import type { CategoryPath } from '../../catalog/view/category-path.js';
import { OperatorError } from '../../common/app-error.js';
import type { Terminal } from '../context/terminal.js';

/** Shows a catalog as a tree. @throws OperatorError if it is nested too deeply for JSON */
export function showTree(terminal: Terminal, view: CatalogView): void {
  const nodes = nodesOf(view.tree());
  if (!terminal.json) {
    terminal.write(treeText(view, nodes));
    return;
  }
  try {
    terminal.show(shownTree(view, nodes), '');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new OperatorError('The categories are nested too deeply for JSON; leave --json out.');
  }
}

interface ShownNode {
  readonly category: ListedNode['category'];
  readonly children: ShownNode[];
  readonly products: readonly ListedProduct[];
}

/** Parents come before their children, so no recursion is needed, which a long chain of categories would overflow. */
function shownTree(view: CatalogView, nodes: readonly ListedNode[]): ShownNode[] {
  const roots: ShownNode[] = [];
  const shown = new Map<CategoryPath, ShownNode>();
  for (const node of nodes) {
    const { category, path } = node;
    const made = { category, children: [], products: view.productsIn(node) };
    shown.set(path, made);
    const above = path.above && shown.get(path.above);
    (above?.children ?? roots).push(made);
  }
  return roots;
}

function treeText(view: CatalogView, nodes: readonly ListedNode[]): string {
  const lines = nodes.flatMap((node) => {
    const indent = '  '.repeat(node.path.level - 1);
    return [
      `${indent}${node.category.name} (category ${node.category.id})`,
      ...view
        .productsIn(node)
        .map(
          ({ id, name, price, available }) =>
            `${indent}  ${id}  ${price} USD  ${name}${available ? '' : '  (off)'}`,
        ),
    ];
  });
  return lines.length === 0 ? 'The catalog is empty.' : lines.join('\n');
}
