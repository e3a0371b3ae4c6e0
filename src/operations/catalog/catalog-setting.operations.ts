import { CatalogSettings, type CatalogSetting } from '../../catalog/unusual/catalog-settings.js';
import { whole } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { IntegerField } from '../fields/fields.js';
import { operation, type Target } from '../operation.js';
import { reading } from '../reading.js';

export class CatalogSettingDto {
  @IntegerField({
    min: 1,
    max: 10_000,
    example: 30,
    description: 'A price that changes by more percent is unusual, up or down.',
  })
  unusual_percent: number;
}

const CATALOG_SETTINGS_SHAPE = shapeOf<CatalogSetting>()('CatalogSettingsDto', {
  unusual_percent: whole({ example: 30 }),
});
export type CatalogSettingsDto = ShownBy<typeof CATALOG_SETTINGS_SHAPE>;

const CATALOG_SETTINGS = {
  noun: 'catalog settings',
  shape: CATALOG_SETTINGS_SHAPE,
  locked: (services, manager) => services(CatalogSettings).locked(manager),
} satisfies Target<CatalogSetting>;

export const catalogSettingsSet = operation({
  name: 'catalog set',
  operationId: 'catalog-settings-set',
  summary: 'set from which change on a price is unusual',
  permission: 'settings.edit',
  route: 'PUT catalog-settings',
  kind: 'setting',
  target: CATALOG_SETTINGS,
  input: CatalogSettingDto,
  run: async ({ services, manager, input: { unusual_percent: unusualPercent } }) => {
    await services(CatalogSettings).set(manager, { unusualPercent });
  },
});

export const catalogSettingsShow = reading({
  name: 'catalog settings',
  summary: 'from which change on a price is unusual',
  permission: 'settings.read',
  route: 'GET catalog-settings',
  shape: CATALOG_SETTINGS_SHAPE,
  read: ({ services }) => services(CatalogSettings).get(),
});
