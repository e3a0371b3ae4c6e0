import { categorySet } from '../../operations/catalog/category.operations.js';
import { categoryPicture } from '../../operations/catalog/picture.operations.js';
import { FormDisclosure } from '../../pages/card.js';
import { Input } from '../../pages/form.js';
import { Picker, type Picked } from '../../pages/picker.js';
import { isolated } from '../../locales/language.js';
import { ChangesLink } from '../shell/changes-link.js';
import { ButtonLink } from '../../pages/text-links.js';
import { sentTo, stateOf, type RefusedForm } from '../http/refused-form.js';
import { formFor } from '../operations/form-for.js';
import { pathText } from '../shell/catalog-picker.service.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { NEW_CATEGORY, NewCategory } from './catalog-page.js';
import { categoryColumns, PathLinks, productColumns } from './item-parts.js';
import { PictureForm } from './picture-form.js';
import { ListSection } from './list-section.js';
import { RulesSection } from './rules-section.js';
import type { ShownCategory } from './item-reading.service.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** A category: what stands in it, its rules, and what can be changed. */
export function categoryPage(
  visit: Visit,
  shown: ShownCategory,
  refused?: RefusedForm<string>,
): Page {
  const words = wordsOf(visit.language, 'catalog');
  const { category } = shown;
  const said = {
    ...{ category: words.madeCategory, renamed: words.renamed, moved: words.moved },
    pictured: words.pictured,
    ...{ ruleSet: words.ruleSet, ruleCleared: words.ruleCleared },
  };
  return {
    title: `${words.category} ${isolated(category.name)} · ${isolated(String(category.id))}`,
    content: (
      <>
        <PathLinks path={shown.path.slice(0, -1)} />
        <DoneNotice said={said} />
        <Contents shown={shown} />
        {visit.caller.may('catalog.edit') && <Changes shown={shown} refused={refused} />}
        <RulesSection rules={shown.rules} target={{ category_id: category.id }} refused={refused} />
        <ChangesLink target={`category ${category.id}`} />
      </>
    ),
  };
}

function Contents({ shown: { category, children, products } }: { readonly shown: ShownCategory }) {
  const visit = useVisit();
  const words = useWords('catalog');
  const at = `catalog/categories/${category.id}`;
  return (
    <>
      <ListSection
        title={words.subcategories}
        at={at}
        list="categories"
        columns={categoryColumns(words)}
        page={children}
        whenEmpty={words.noCategories}
      />
      <ListSection
        title={words.products}
        at={at}
        list="products"
        columns={productColumns(words)}
        page={products}
        whenEmpty={words.noProducts}
      >
        {visit.caller.may('catalog.edit') && (
          <p>
            <ButtonLink to={`${at}/products`}>{words.newProduct}</ButtonLink>
          </p>
        )}
      </ListSection>
    </>
  );
}

/** The category that it stands in. */
function presentParent({ category: { parent_id: id }, path }: ShownCategory): Picked {
  return id === null ? { kind: 'empty' } : { kind: 'one', id, name: pathText(path.slice(0, -1)) };
}

interface ChangesProps {
  readonly shown: ShownCategory;
  readonly refused: RefusedForm<string> | undefined;
}

function Changes({ shown, refused }: ChangesProps) {
  const { category } = shown;
  const words = useWords('catalog');
  const sent = (name: string) => sentTo(`catalog/categories/${category.id}`, name, refused);
  const form = (name: 'rename' | 'move') => ({
    ...{ title: words[name], button: words[name] },
    ...{ ...sent(name), ...formFor(categorySet, category) },
  });
  return (
    <>
      <NewCategory state={stateOf(refused, NEW_CATEGORY)} parentId={category.id} />
      <FormDisclosure {...form('rename')}>
        <Input name="name" label={words.name} />
      </FormDisclosure>
      <FormDisclosure {...form('move')} hint={words.moveHint}>
        <Picker name="parent_id" label={words.moveInto} present={presentParent(shown)} isOptional />
      </FormDisclosure>
      <PictureForm image={category.image} operation={categoryPicture} {...sent('picture')} />
    </>
  );
}
