import { InLane } from '../../account/access/lanes/lane.js';
import { Controller, Get, Req } from '@nestjs/common';
import { admissionOf } from '../../account/access/admission.js';
import { CurrentPrincipal } from '../../account/access/current-principal.decorator.js';
import { NeedsScope } from '../../account/access/needs-scope.js';
import type { Principal } from '../../account/access/principal.js';
import type { PrincipalRequest } from '../../account/access/token.guard.js';
import { ApiWireRoute } from '../../common/http/api-wire-route.decorator.js';
import type { FlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { RequestParameters } from '../../common/http/parameters/request-parameters.decorator.js';
import { CLIENT_API } from '../../common/http/wire.js';
import { productsQuery } from './catalog-query.js';
import { CatalogDto, FlatCategoriesDto, TreeDto, WrappedProductsDto } from './catalog.dto.js';
import { ProductNotFoundError } from '../catalog.errors.js';
import { CatalogService } from './catalog.service.js';
import { PRODUCTS_QUERY } from './products-query.parameters.js';

/** Routes for clients that expect objects where V53 answers with arrays. */
@InLane('answers')
@Controller(CLIENT_API)
@NeedsScope('catalog')
export class V81Controller {
  constructor(private readonly catalog: CatalogService) {}

  @Get('categories/all')
  @ApiWireRoute({
    name: 'categories-all',
    group: 'V81',
    tag: 'Catalog in objects',
    hasEtag: true,
    summary: 'All categories, flat',
    description: '`categories`, `data` and `items` are the same list, linked by `parent_id`.',
    answer: { type: FlatCategoriesDto },
    errors: [],
  })
  allCategories(@CurrentPrincipal() principal: Principal) {
    return this.catalog.flatCategories(principal);
  }

  @Get('products-wrapped')
  @ApiWireRoute({
    name: 'products-wrapped',
    group: 'V81',
    tag: 'Catalog in objects',
    hasEtag: true,
    summary: 'Products, wrapped in an object',
    description: '`products`, `data` and `items` are the same list.',
    answer: { type: WrappedProductsDto },
    query: PRODUCTS_QUERY,
    errors: [ProductNotFoundError.wire],
  })
  wrappedProducts(
    @Req() request: PrincipalRequest,
    @RequestParameters() parameters: FlatParameters,
  ) {
    const { principal, isAwaited } = admissionOf(request);
    return this.catalog.wrappedProducts(principal, productsQuery(parameters), isAwaited);
  }

  @Get('tree')
  @ApiWireRoute({
    name: 'tree',
    group: 'V81',
    tag: 'Catalog in objects',
    hasEtag: true,
    summary: 'The whole catalog as a nested tree',
    answer: { type: TreeDto },
    errors: [],
  })
  tree(@CurrentPrincipal() principal: Principal) {
    return this.catalog.tree(principal);
  }

  @Get('catalog')
  @ApiWireRoute({
    name: 'catalog',
    group: 'V81',
    tag: 'Catalog in objects',
    hasEtag: true,
    summary: 'Everything in one answer: nested tree and flat lists',
    answer: { type: CatalogDto },
    errors: [],
  })
  everything(@CurrentPrincipal() principal: Principal) {
    return this.catalog.catalog(principal);
  }
}
