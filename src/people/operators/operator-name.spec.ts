import { OperatorInputError } from '../operators.errors.js';
import { actorOf, nameOfActor, operatorNameOf } from './operator-name.js';

describe('the name of an operator', () => {
  it.each([
    ['ada', 'ada'],
    [' Ada ', 'ada'],
    ['A', 'a'],
    ['ada.l@shop-1.example_x', 'ada.l@shop-1.example_x'],
    ['x'.repeat(64), 'x'.repeat(64)],
  ])('%j is %j', (typed, name) => {
    expect(operatorNameOf(typed)).toBe(name);
    expect(nameOfActor(actorOf(name))).toBe(name);
  });

  it.each(['', ' ', '.ada', '-ada', 'a da', 'ada\n1', 'åda', 'ada:1', 'x'.repeat(65)])(
    'is refused: %j',
    (typed) => {
      expect(() => operatorNameOf(typed)).toThrow(OperatorInputError);
    },
  );
});
