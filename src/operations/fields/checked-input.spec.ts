import { checkedInput, InvalidFieldsError } from './checked-input.js';
import { fieldsOf } from './described-field.js';
import { IntegerField, TextField } from './fields.js';

class Named {
  @TextField({ min: 1, max: 5 })
  name: string;
}

class Counted extends Named {
  @IntegerField({ min: 0, max: 9, optional: true, nullable: true })
  count?: number | null;
}

class Renamed extends Named {
  @TextField({ min: 2, max: 3 })
  declare name: string;
}

const nameOf = ({ name }: { readonly name: string }): string => name;

it('the fields of a class are its own, then those of the class that it extends', () => {
  expect(fieldsOf(Counted).map(nameOf)).toEqual(['count', 'name']);
  expect(fieldsOf(Named).map(nameOf)).toEqual(['name']);
});

it('a field that is declared again counts as it is declared last', () => {
  expect(fieldsOf(Renamed).map(({ schema }) => schema.maxLength)).toEqual([3]);
});

it('values become an object of the class', () => {
  expect(checkedInput(Counted, { name: 'Acme', count: null })).toEqual(
    Object.assign(new Counted(), { name: 'Acme', count: null }),
  );
});

function wrongFields(given: object): string[] {
  try {
    checkedInput(Counted, given);
    return [];
  } catch (error) {
    if (error instanceof InvalidFieldsError) return error.faults.map(({ field }) => field);
    throw error;
  }
}

it('every wrong and every unknown field is named', () => {
  const given = { count: 10, ['x'.repeat(100)]: 1 };
  expect(wrongFields(given)).toEqual(['x'.repeat(60), 'count', 'name']);
});

it('no name of a field reaches the prototype', () => {
  const given = JSON.parse('{"name":"Acme","__proto__":{"count":1}}') as object;
  expect(wrongFields(given)).toEqual(['__proto__']);
});
