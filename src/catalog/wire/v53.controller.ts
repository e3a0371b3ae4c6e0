import { InLane } from '../../account/access/lanes/lane.js';
import { Controller, Get, Param, Req } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
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
import { CategoryDto, ContentDto, PRODUCT_ARRAY } from './catalog.dto.js';
import { CategoryNotFoundError, ProductNotFoundError } from '../catalog.errors.js';
import { CatalogService } from './catalog.service.js';
import { PRODUCTS_QUERY } from './products-query.parameters.js';

/** The original catalog routes, which answer with arrays where V81 answers with objects. */
@InLane('answers')
@Controller(CLIENT_API)
@NeedsScope('catalog')
export class V53Controller {
  constructor(private readonly catalog: CatalogService) {}

  @Get('categories')
  @ApiWireRoute({
    name: 'categories',
    group: 'V53',
    tag: 'Catalog',
    hasEtag: true,
    summary: 'Root categories',
    answer: { type: CategoryDto, isArray: true },
    errors: [],
  })
  categories(@CurrentPrincipal() principal: Principal) {
    return this.catalog.rootCategories(principal);
  }

  @Get('content/:category_id')
  @ApiParam({
    name: 'category_id',
    type: 'integer',
    example: 12,
    description: 'A category; 0 is the root.',
  })
  @ApiWireRoute({
    name: 'content',
    group: 'V53',
    tag: 'Catalog',
    hasEtag: true,
    summary: 'Direct children of a category',
    description: '0 lists the root categories, normally without products; open them one by one.',
    answer: { type: ContentDto },
    errors: [CategoryNotFoundError.wire],
  })
  content(@CurrentPrincipal() principal: Principal, @Param('category_id') categoryId: string) {
    return this.catalog.content(principal, categoryId);
  }

  @Get('products')
  @ApiWireRoute({
    name: 'products',
    group: 'V53',
    tag: 'Catalog',
    hasEtag: true,
    summary: 'Products as a bare array',
    answer: { schema: PRODUCT_ARRAY },
    query: PRODUCTS_QUERY,
    errors: [ProductNotFoundError.wire],
  })
  products(@Req() request: PrincipalRequest, @RequestParameters() parameters: FlatParameters) {
    const { principal, isAwaited } = admissionOf(request);
    return this.catalog.products(principal, productsQuery(parameters), isAwaited);
  }
}
