import { OperatorError } from '../../common/app-error.js';
import { productPicture } from '../../operations/catalog/picture.operations.js';
import {
  productSettings,
  ProductSettingsDto,
} from '../../operations/catalog/product.operations.js';
import { FlagField } from '../../operations/fields/fields.js';
import type { AddOwnCommands } from '../context/command-context.js';
import { addOperation } from '../operations/operation-command.js';

class TypedProduct extends ProductSettingsDto {
  @FlagField({ optional: true, flag: 'restore', description: 'Brings a deleted one back.' })
  restore?: boolean;
}

export const addProductCommands: AddOwnCommands = (product, context) => {
  addOperation(product, context, productSettings, {
    typed: TypedProduct,
    given: ({ restore, ...settings }: TypedProduct) => {
      if (settings.deleted && restore) {
        throw new OperatorError('Say --delete or --restore, not both.');
      }
      return { ...settings, ...(restore && { deleted: false }) };
    },
  });
  addOperation(product, context, productPicture, { arguments: ['picture'] });
};
