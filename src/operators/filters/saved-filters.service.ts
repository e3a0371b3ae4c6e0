import { Injectable } from '@nestjs/common';
import { messageKey } from '../../common/message-key.js';
import { canonicalText, isStorableText } from '../../common/text.js';
import { Database } from '../../database/database.js';
import { FilterLimitError, OperatorInputError } from '../operators.errors.js';
import { OperatorsRepository } from '../people/operators.repository.js';
import { FiltersRepository, type PageFilter, type SavedFilter } from './filters.repository.js';

/** Filters of all pages that an operator may have. */
export const MAX_FILTERS = 20;
export const MAX_FILTER_NAME_CHARACTERS = 60;
const MAX_QUERY_CHARACTERS = 2_000;

/**
 * Filters of lists that operators keep under a name, each for itself. They are preferences that change nothing of the shop, so
 * they leave no audit entry.
 */
@Injectable()
export class SavedFilters {
  constructor(
    private readonly filters: FiltersRepository,
    private readonly operators: OperatorsRepository,
    private readonly database: Database,
  ) {}

  /** The operator's filters of one page, by name. */
  list(operatorId: number, page: string): Promise<SavedFilter[]> {
    return this.filters.list(operatorId, page);
  }

  /**
   * Keeps a filter, in place of one of the same page and name.
   * @throws OperatorInputError for an unsuitable name, or for too much that is filtered by; FilterLimitError
   */
  async save(operatorId: number, filter: PageFilter): Promise<void> {
    const name = filterName(filter.name);
    if (filter.query.length > MAX_QUERY_CHARACTERS) {
      throw new OperatorInputError('The values of the filter are too long to be kept.', {
        messageKey: messageKey('filter.too-long', {}),
      });
    }
    await this.database.transaction(async (manager) => {
      // Filters that are saved at the same time are counted one after the other.
      await this.operators.lockById(manager, operatorId);
      const saved = await this.filters.save(manager, operatorId, { ...filter, name }, MAX_FILTERS);
      if (!saved) throw new FilterLimitError(MAX_FILTERS);
    });
  }

  /** Deletes a filter; repeating it changes nothing. */
  async delete(operatorId: number, page: string, name: string): Promise<void> {
    // No filter has a name that the database cannot hold.
    if (isStorableText(name)) await this.filters.delete(operatorId, page, name);
  }
}

function filterName(typed: string): string {
  const name = canonicalText(typed);
  const { length } = [...name];
  if (length >= 1 && length <= MAX_FILTER_NAME_CHARACTERS && isStorableText(name)) return name;
  throw new OperatorInputError(
    `The name of a filter has 1 to ${MAX_FILTER_NAME_CHARACTERS} characters.`,
    {
      messageKey: messageKey('field.text', { min: 1, max: MAX_FILTER_NAME_CHARACTERS }),
    },
  );
}
