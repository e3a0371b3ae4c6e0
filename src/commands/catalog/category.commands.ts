import { OperatorError } from '../../common/app-error.js';
import {
  CATEGORY_NAME,
  categoryCreate,
  categorySet,
} from '../../operations/catalog/category.operations.js';
import { categoryPicture } from '../../operations/catalog/picture.operations.js';
import { FlagField, IdField, TextField } from '../../operations/fields/fields.js';
import type { AddOwnCommands } from '../context/command-context.js';
import { addOperation } from '../operations/operation-command.js';

class TypedName {
  @TextField(CATEGORY_NAME)
  name: string;
}

class TypedPlace {
  @IdField({ optional: true, description: 'Below this category.' })
  into?: number;

  @FlagField({ optional: true, flag: 'root', description: 'Make it a root category.' })
  root?: boolean;
}

export const addCategoryCommands: AddOwnCommands = (category, context) => {
  addOperation(category, context, categoryCreate, { arguments: ['name'] });
  addOperation(
    category,
    context,
    { ...categorySet, name: 'category rename', summary: 'give it another name; its id stays' },
    { typed: TypedName, arguments: ['name'] },
  );
  addOperation(
    category,
    context,
    { ...categorySet, name: 'category move', summary: 'move a category with all below it' },
    {
      typed: TypedPlace,
      given: ({ into, root }: TypedPlace) => {
        if ((into === undefined) === (root === undefined)) {
          throw new OperatorError('Say --into or --root.');
        }
        return { parent_id: into ?? null };
      },
    },
  );
  addOperation(category, context, categoryPicture, { arguments: ['picture'] });
};
