/**
 * Types of every operation that an API key can call, in the shape that openapi-fetch takes.
 * Written by `npm run client` from the routes; a test keeps them equal.
 */

export type Event =
  | {
      /**
       * The webhook-id of every webhook that tells of it.
       */
      id: string;
      /**
       * What type it is of.
       */
      type: 'alert.opened';
      /**
       * When it happened.
       */
      timestamp: string;
      data: AlertData;
    }
  | {
      /**
       * The webhook-id of every webhook that tells of it.
       */
      id: string;
      /**
       * What type it is of.
       */
      type: 'alert.resolved';
      /**
       * When it happened.
       */
      timestamp: string;
      data: AlertData;
    }
  | {
      /**
       * The webhook-id of every webhook that tells of it.
       */
      id: string;
      /**
       * What type it is of.
       */
      type: 'alert.reopened';
      /**
       * When it happened.
       */
      timestamp: string;
      data: ReopenedAlertData;
    }
  | {
      /**
       * The webhook-id of every webhook that tells of it.
       */
      id: string;
      /**
       * What type it is of.
       */
      type: 'domain_alert.opened';
      /**
       * When it happened.
       */
      timestamp: string;
      data: OpenedDomainAlertData;
    }
  | {
      /**
       * The webhook-id of every webhook that tells of it.
       */
      id: string;
      /**
       * What type it is of.
       */
      type: 'domain_alert.resolved';
      /**
       * When it happened.
       */
      timestamp: string;
      data: DomainAlertData;
    }
  | {
      /**
       * The webhook-id of every webhook that tells of it.
       */
      id: string;
      /**
       * What type it is of.
       */
      type: 'endpoint.created';
      /**
       * When it happened.
       */
      timestamp: string;
      data: EndpointData;
    }
  | {
      /**
       * The webhook-id of every webhook that tells of it.
       */
      id: string;
      /**
       * What type it is of.
       */
      type: 'endpoint.paused';
      /**
       * When it happened.
       */
      timestamp: string;
      data: MovedEndpointData;
    }
  | {
      /**
       * The webhook-id of every webhook that tells of it.
       */
      id: string;
      /**
       * What type it is of.
       */
      type: 'endpoint.resumed';
      /**
       * When it happened.
       */
      timestamp: string;
      data: MovedEndpointData;
    }
  | {
      /**
       * The webhook-id of every webhook that tells of it.
       */
      id: string;
      /**
       * What type it is of.
       */
      type: 'endpoint.terminated';
      /**
       * When it happened.
       */
      timestamp: string;
      data: MovedEndpointData;
    }
  | {
      /**
       * The webhook-id of every webhook that tells of it.
       */
      id: string;
      /**
       * What type it is of.
       */
      type: 'domain.created';
      /**
       * When it happened.
       */
      timestamp: string;
      data: DomainData;
    }
  | {
      /**
       * The webhook-id of every webhook that tells of it.
       */
      id: string;
      /**
       * What type it is of.
       */
      type: 'domain.paused';
      /**
       * When it happened.
       */
      timestamp: string;
      data: MovedDomainData;
    }
  | {
      /**
       * The webhook-id of every webhook that tells of it.
       */
      id: string;
      /**
       * What type it is of.
       */
      type: 'domain.resumed';
      /**
       * When it happened.
       */
      timestamp: string;
      data: MovedDomainData;
    }
  | {
      /**
       * The webhook-id of every webhook that tells of it.
       */
      id: string;
      /**
       * What type it is of.
       */
      type: 'domain.terminated';
      /**
       * When it happened.
       */
      timestamp: string;
      data: MovedDomainData;
    }
  | {
      /**
       * The webhook-id of every webhook that tells of it.
       */
      id: string;
      /**
       * What type it is of.
       */
      type: 'subscription.changed';
      /**
       * When it happened.
       */
      timestamp: string;
      data: SubscriptionData;
    }
  | {
      /**
       * The webhook-id of every webhook that tells of it.
       */
      id: string;
      /**
       * What type it is of.
       */
      type: 'capacity.enforced';
      /**
       * When it happened.
       */
      timestamp: string;
      data: CapacityData;
    }
  | {
      /**
       * The webhook-id of every webhook that tells of it.
       */
      id: string;
      /**
       * What type it is of.
       */
      type: 'scan.completed';
      /**
       * When it happened.
       */
      timestamp: string;
      data: ScanData;
    }
  | {
      /**
       * The webhook-id of every webhook that tells of it.
       */
      id: string;
      /**
       * What type it is of.
       */
      type: 'scan.failed';
      /**
       * When it happened.
       */
      timestamp: string;
      data: ScanData;
    }
  | {
      /**
       * The webhook-id of every webhook that tells of it.
       */
      id: string;
      /**
       * What type it is of.
       */
      type: 'webhook.test';
      /**
       * When it happened.
       */
      timestamp: string;
      data: WebhookTestData;
    };
export type ScanData =
  | {
      /**
       * The customer's id in the billing system.
       */
      billing_customer_id: number;
      /**
       * The scan.
       */
      scan_id: string;
      /**
       * The endpoint.
       */
      endpoint_id: string;
      scan: ScanDetail;
    }
  | {
      /**
       * The customer's id in the billing system.
       */
      billing_customer_id: number;
      /**
       * The scan.
       */
      scan_id: string;
      /**
       * The monitored domain.
       */
      domain_id: string;
      /**
       * The scan.
       */
      scan: {
        /**
         * Its id.
         */
        id: string;
        /**
         * Domain name in lower case, internationalised labels in punycode. Requests may have a URL.
         */
        domain: string;
        /**
         * Its state.
         */
        status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
        /**
         * When it was made.
         */
        created_at: string;
        /**
         * When it began. Null: it has not.
         */
        started_at: string | null;
        /**
         * When it ended. Null: it has not.
         */
        finished_at: string | null;
        /**
         * Findings that the sources told.
         */
        findings_seen: number | null;
        /**
         * Findings that were not known before.
         */
        findings_new: number | null;
        /**
         * Sources that were asked.
         */
        sources: {
          /**
           * Where it comes from.
           */
          source: string;
          /**
           * How it ended.
           */
          outcome: 'complete' | 'truncated' | 'failed';
          /**
           * Why it failed. Null: it did not.
           */
          failure: ('not_authorised' | 'domain_not_verified' | 'rate_limited' | 'unavailable' | 'malformed') | null;
          /**
           * What went wrong.
           */
          error: string | null;
          /**
           * Findings.
           */
          findings: number;
          /**
           * How long it took, in milliseconds.
           */
          duration_ms: number;
        }[];
      };
    };

export interface Paths {
  '/api/v1/health': {
    get: {
      parameters: {};
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * Its state.
               */
              status: 'ok';
              /**
               * When this was answered.
               */
              timestamp: string;
              /**
               * About the answer itself.
               */
              meta: {
                /**
                 * Version of the API.
                 */
                version: 'v1';
              };
            };
          };
        };
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
      };
    };
  };
  '/api/v1/billing/provision': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            client_id: number;
            /**
             * IPv4 or IPv6 address; one address, one endpoint per customer.
             */
            ip_address?: string;
            /**
             * The service's id in the billing system.
             */
            service_id?: number;
            /**
             * Display hostname.
             */
            hostname?: string;
            /**
             * The customer's name. Fills what is empty; PUT customers and sso/token change it.
             */
            client_name?: string;
            /**
             * The customer's e-mail address. Fills what is empty; PUT customers and sso/token change it.
             */
            client_email?: string;
            /**
             * The product.
             */
            product_slug?: string;
            /**
             * A plan of the catalogue.
             */
            plan_slug?: string;
            /**
             * Monthly recurring revenue.
             */
            mrr?: number;
            /**
             * True: answer what would happen, and change nothing.
             */
            dry_run?: boolean;
          };
        };
      };
      responses: {
        200: ProvisionEndpoint200;
        201: ProvisionEndpoint200;
        401: ProvisionEndpoint401;
        403: ProvisionEndpoint403;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/provisioning/provision': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            client_id: number;
            /**
             * IPv4 or IPv6 address; one address, one endpoint per customer.
             */
            ip_address?: string;
            /**
             * The service's id in the billing system.
             */
            service_id?: number;
            /**
             * Display hostname.
             */
            hostname?: string;
            /**
             * The customer's name. Fills what is empty; PUT customers and sso/token change it.
             */
            client_name?: string;
            /**
             * The customer's e-mail address. Fills what is empty; PUT customers and sso/token change it.
             */
            client_email?: string;
            /**
             * The product.
             */
            product_slug?: string;
            /**
             * A plan of the catalogue.
             */
            plan_slug?: string;
            /**
             * Monthly recurring revenue.
             */
            mrr?: number;
            /**
             * True: answer what would happen, and change nothing.
             */
            dry_run?: boolean;
          };
        };
      };
      responses: {
        200: ProvisionEndpoint200;
        201: ProvisionEndpoint200;
        401: ProvisionEndpoint401;
        403: ProvisionEndpoint403;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/billing/suspend': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The endpoint.
             */
            endpoint_id: string;
            /**
             * The customer's id in the billing system.
             */
            client_id?: number;
          };
        };
      };
      responses: {
        200: SuspendEndpoint200;
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: EndpointNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/provisioning/suspend': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The endpoint.
             */
            endpoint_id: string;
            /**
             * The customer's id in the billing system.
             */
            client_id?: number;
          };
        };
      };
      responses: {
        200: SuspendEndpoint200;
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: EndpointNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/billing/resume': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The endpoint.
             */
            endpoint_id: string;
            /**
             * The customer's id in the billing system.
             */
            client_id?: number;
          };
        };
      };
      responses: {
        200: SuspendEndpoint200;
        401: ProvisionEndpoint401;
        403: ProvisionEndpoint403;
        404: EndpointNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/provisioning/resume': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The endpoint.
             */
            endpoint_id: string;
            /**
             * The customer's id in the billing system.
             */
            client_id?: number;
          };
        };
      };
      responses: {
        200: SuspendEndpoint200;
        401: ProvisionEndpoint401;
        403: ProvisionEndpoint403;
        404: EndpointNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/billing/terminate': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The endpoint.
             */
            endpoint_id: string;
            /**
             * The customer's id in the billing system.
             */
            client_id?: number;
          };
        };
      };
      responses: {
        200: SuspendEndpoint200;
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: EndpointNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/provisioning/terminate': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The endpoint.
             */
            endpoint_id: string;
            /**
             * The customer's id in the billing system.
             */
            client_id?: number;
          };
        };
      };
      responses: {
        200: SuspendEndpoint200;
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: EndpointNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/endpoints': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
          status?: 'active' | 'paused';
          search?: string;
          per_page?: number;
          page?: number;
          limit?: number;
          cursor?: string;
          sort?: 'created_at' | 'severity';
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * The answer itself.
               */
              data: ListedEndpoint[];
              /**
               * Addresses of related reads.
               */
              links: {
                /**
                 * Address of the first page.
                 */
                first: string;
                /**
                 * Address of the last page. Null: unknown.
                 */
                last: string;
                /**
                 * Address of the page before. Null: this is the first.
                 */
                prev: string | null;
                /**
                 * Address of the next page. Null: this is the last.
                 */
                next: string | null;
              };
              /**
               * About the answer itself.
               */
              meta: {
                /**
                 * Number of this page, from 1.
                 */
                current_page: number;
                /**
                 * How many to a page.
                 */
                per_page: number;
                /**
                 * How many there are.
                 */
                total: number;
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
                /**
                 * Always true: lists are counted whole.
                 */
                total_is_exact: true;
                /**
                 * Endpoints that the customer may have. Null: any number, or no customer was named.
                 */
                endpoint_limit: number | null;
                /**
                 * Endpoints that the customer has.
                 */
                current_endpoint_count: number;
                /**
                 * How many are in each state; no filter narrows them.
                 */
                status_counts: {
                  /**
                   * How many are active.
                   */
                  active: number;
                  /**
                   * How many are paused.
                   */
                  paused: number;
                };
                /**
                 * How many of the active ones are never scanned; null unless a customer is named.
                 */
                not_scanned_count: number | null;
              };
            };
          };
        };
        401: RefusalAnswer;
        403: ListEndpoints403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id: number;
            /**
             * IPv4 or IPv6 address, or a hostname.
             */
            ip_address: string;
            /**
             * Display name.
             */
            nickname?: string;
            /**
             * Its state.
             */
            status?: 'active' | 'paused';
            /**
             * The customer's name. Fills what is empty; PUT customers and sso/token change it.
             */
            client_name?: string;
            /**
             * The customer's e-mail address. Fills what is empty; PUT customers and sso/token change it.
             */
            client_email?: string;
          };
        };
      };
      responses: {
        200: AddEndpoint200;
        201: AddEndpoint200;
        401: RefusalAnswer;
        403: AddEndpoint403;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: {
          content: {
            'application/json': DnsResolutionFailedProblem | Refusal;
          };
        };
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/endpoints/{endpoint}': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
        };
        path: {
          endpoint: string;
        };
      };
      responses: {
        200: AddEndpoint200;
        401: RefusalAnswer;
        403: ListEndpoints403;
        404: Problem404TextAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    put: {
      parameters: {
        path: {
          endpoint: string;
        };
      };
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id: number;
            /**
             * Display name.
             */
            nickname?: string;
            /**
             * Its state.
             */
            status?: 'active' | 'paused';
          };
        };
      };
      responses: {
        200: AddEndpoint200;
        401: RefusalAnswer;
        403: AddEndpoint403;
        404: Problem404TextAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    delete: {
      parameters: {
        query?: {
          billing_customer_id?: number;
        };
        path: {
          endpoint: string;
        };
      };
      responses: {
        204: {
          content?: null;
        };
        401: RefusalAnswer;
        403: DeleteEndpoint403;
        404: Problem404TextAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/endpoints/{endpoint}/detail': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
        };
        path: {
          endpoint: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              data: Endpoint;
              /**
               * The last completed scan. Null: there was none.
               */
              latest_scan: {
                /**
                 * Open ports.
                 */
                open_ports: number[];
                /**
                 * Its state.
                 */
                status: 'completed';
                /**
                 * How long the scan took, in milliseconds.
                 */
                scan_duration_ms: number;
                /**
                 * When the scan ended.
                 */
                scanned_at: string;
              } | null;
              /**
               * Alerts.
               *
               * @maxItems 10
               */
              alerts:
                | []
                | [AlertSummary]
                | [AlertSummary, AlertSummary]
                | [AlertSummary, AlertSummary, AlertSummary]
                | [AlertSummary, AlertSummary, AlertSummary, AlertSummary]
                | [AlertSummary, AlertSummary, AlertSummary, AlertSummary, AlertSummary]
                | [AlertSummary, AlertSummary, AlertSummary, AlertSummary, AlertSummary, AlertSummary]
                | [AlertSummary, AlertSummary, AlertSummary, AlertSummary, AlertSummary, AlertSummary, AlertSummary]
                | [
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary
                  ]
                | [
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary
                  ]
                | [
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary
                  ];
              /**
               * Ports that rules allow, as `443:tcp` or `8000-8010:tcp`.
               */
              whitelisted_ports: string[];
              /**
               * Ports that were not open in the scan before.
               */
              new_ports: number[];
              /**
               * Ports that were open in the scan before and are not any more.
               */
              closed_ports: number[];
              /**
               * Open ports that stayed silent in the last scan: closed when the next scan finds them silent too.
               */
              suspected_closed_ports: number[];
              /**
               * Why nothing can be said of its ports. Null: nothing stands in the way.
               */
              condition: EndpointCondition | null;
              look: ServerLook;
              /**
               * Why the address is never scanned: it is in a range that is not, or the operator excludes it.
               */
              note?: string;
            };
          };
        };
        401: RefusalAnswer;
        403: ListEndpoints403;
        404: Problem404TextAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/endpoints/{endpoint}/services': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
          limit?: number;
          cursor?: string;
        };
        path: {
          endpoint: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * The answer itself.
               */
              data: EndpointService[];
              /**
               * Addresses of related reads.
               */
              links: {
                /**
                 * Address of this resource.
                 */
                self: string;
              };
              /**
               * About the answer itself.
               */
              meta: {
                /**
                 * The last scan that told something of the ports; null: none.
                 */
                scan_id: string | null;
                /**
                 * When it ended.
                 */
                looked_at: string | null;
                /**
                 * Whether these are all open ports that its plan looks at. False: the server was not looked at lately, or not as a whole; `look` of its detail says why.
                 */
                complete: boolean;
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
            };
          };
        };
        401: RefusalAnswer;
        403: ListEndpoints403;
        404: Problem404TextAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/settings/customer-additions': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
        };
      };
      responses: {
        200: GetCustomerAdditions200;
        401: RefusalAnswer;
        403: ListEndpoints403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/billing/scan-endpoint': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            client_id: number;
            /**
             * The endpoint.
             */
            endpoint_id: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * The scan.
                 */
                scan_id: string;
                /**
                 * Its state.
                 */
                status: 'pending';
                /**
                 * Seconds between two manual scans.
                 */
                cooldown_seconds: number;
              };
              meta: Meta;
            };
          };
        };
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: EndpointNotFoundProblemAnswer;
        409: ScanEndpoint409;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: ScanEndpoint429;
        500: ScanEndpoint500;
        503: ScanEndpoint503;
      };
    };
  };
  '/api/v1/endpoints/{endpoint}/scans': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
          per_page?: number;
          page?: number;
          limit?: number;
          cursor?: string;
        };
        path: {
          endpoint: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * The answer itself.
               */
              data: Scan[];
              /**
               * Addresses of related reads.
               */
              links: {
                /**
                 * Address of the first page.
                 */
                first: string;
                /**
                 * Address of the last page. Null: unknown.
                 */
                last: string;
                /**
                 * Address of the page before. Null: this is the first.
                 */
                prev: string | null;
                /**
                 * Address of the next page. Null: this is the last.
                 */
                next: string | null;
              };
              /**
               * About the answer itself.
               */
              meta: {
                /**
                 * Number of this page, from 1.
                 */
                current_page: number;
                /**
                 * How many to a page.
                 */
                per_page: number;
                /**
                 * How many there are.
                 */
                total: number;
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
            };
          };
        };
        401: RefusalAnswer;
        403: ListEndpoints403;
        404: Problem404TextAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/scans/{scan}': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
        };
        path: {
          scan: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              data: ScanDetail;
              /**
               * Addresses of related reads.
               */
              links: {
                /**
                 * Address of this resource.
                 */
                self: string;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListEndpoints403;
        404: Problem404TextAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/endpoints/{endpoint}/vantage-points': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
          limit?: number;
          cursor?: string;
        };
        path: {
          endpoint: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * The answer itself.
               */
              data: VantageView[];
              meta: ListMeta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListEndpoints403;
        404: Problem404TextAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/billing/provision-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            client_id: number;
            /**
             * A domain name of at most 253 characters: one that can be registered, or one under it. A full URL is reduced to its host name first.
             */
            domain: string;
            /**
             * The service's id in the billing system.
             */
            service_id: number;
            /**
             * The customer's name. Fills what is empty; PUT customers and sso/token change it.
             */
            client_name?: string;
            /**
             * The customer's e-mail address. Fills what is empty; PUT customers and sso/token change it.
             */
            client_email?: string;
          };
        };
      };
      responses: {
        200: ProvisionDomain200;
        201: ProvisionDomain200;
        401: ProvisionEndpoint401;
        403: ProvisionDomain403;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/provisioning/provision-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            client_id: number;
            /**
             * A domain name of at most 253 characters: one that can be registered, or one under it. A full URL is reduced to its host name first.
             */
            domain: string;
            /**
             * The service's id in the billing system.
             */
            service_id: number;
            /**
             * The customer's name. Fills what is empty; PUT customers and sso/token change it.
             */
            client_name?: string;
            /**
             * The customer's e-mail address. Fills what is empty; PUT customers and sso/token change it.
             */
            client_email?: string;
          };
        };
      };
      responses: {
        200: ProvisionDomain200;
        201: ProvisionDomain200;
        401: ProvisionEndpoint401;
        403: ProvisionDomain403;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/billing/suspend-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The monitored domain.
             */
            monitored_domain_id: string;
            /**
             * The customer's id in the billing system.
             */
            client_id?: number;
          };
        };
      };
      responses: {
        200: SuspendDomain200;
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: DomainNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/provisioning/suspend-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The monitored domain.
             */
            monitored_domain_id: string;
            /**
             * The customer's id in the billing system.
             */
            client_id?: number;
          };
        };
      };
      responses: {
        200: SuspendDomain200;
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: DomainNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/billing/resume-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The monitored domain.
             */
            monitored_domain_id: string;
            /**
             * The customer's id in the billing system.
             */
            client_id?: number;
          };
        };
      };
      responses: {
        200: SuspendDomain200;
        401: ProvisionEndpoint401;
        403: ProvisionDomain403;
        404: DomainNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/provisioning/resume-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The monitored domain.
             */
            monitored_domain_id: string;
            /**
             * The customer's id in the billing system.
             */
            client_id?: number;
          };
        };
      };
      responses: {
        200: SuspendDomain200;
        401: ProvisionEndpoint401;
        403: ProvisionDomain403;
        404: DomainNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/billing/terminate-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The monitored domain.
             */
            monitored_domain_id: string;
            /**
             * The customer's id in the billing system.
             */
            client_id?: number;
          };
        };
      };
      responses: {
        200: SuspendDomain200;
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: DomainNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/provisioning/terminate-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The monitored domain.
             */
            monitored_domain_id: string;
            /**
             * The customer's id in the billing system.
             */
            client_id?: number;
          };
        };
      };
      responses: {
        200: SuspendDomain200;
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: DomainNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/billing/update-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The monitored domain.
             */
            monitored_domain_id: string;
            /**
             * The customer's id in the billing system.
             */
            client_id?: number;
            /**
             * A domain name of at most 253 characters: one that can be registered, or one under it. A full URL is reduced to its host name first.
             */
            domain: string;
          };
        };
      };
      responses: {
        200: ProvisionDomain200;
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: DomainNotFoundProblemAnswer;
        409: UpdateDomain409;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/provisioning/update-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The monitored domain.
             */
            monitored_domain_id: string;
            /**
             * The customer's id in the billing system.
             */
            client_id?: number;
            /**
             * A domain name of at most 253 characters: one that can be registered, or one under it. A full URL is reduced to its host name first.
             */
            domain: string;
          };
        };
      };
      responses: {
        200: ProvisionDomain200;
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: DomainNotFoundProblemAnswer;
        409: UpdateDomain409;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/billing/release-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The monitored domain.
             */
            monitored_domain_id: string;
            /**
             * The customer's id in the billing system.
             */
            client_id?: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * The monitored domain.
                 */
                monitored_domain_id: string;
                /**
                 * Domain name in lower case, internationalised labels in punycode. Requests may have a URL.
                 */
                domain: string;
                /**
                 * Its state.
                 */
                status: 'terminated';
                /**
                 * True: given up for good.
                 */
                released: true;
              };
              meta: Meta;
            };
          };
        };
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: DomainNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/domain-monitoring/domains': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
          status?: 'active' | 'paused' | 'terminated';
          search?: string;
          limit?: number;
          offset?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Monitored domains.
                 */
                domains: WatchedDomain[];
                /**
                 * How many there are.
                 */
                total: number;
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/domain-monitoring/domains/{id}': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                domain: MonitoredDomainDetail;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        404: DomainNotFoundProblemAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id: number;
            /**
             * Selectors under which keys of DKIM are published.
             *
             * @maxItems 20
             */
            dkim_selectors:
              | []
              | [string]
              | [string, string]
              | [string, string, string]
              | [string, string, string, string]
              | [string, string, string, string, string]
              | [string, string, string, string, string, string]
              | [string, string, string, string, string, string, string]
              | [string, string, string, string, string, string, string, string]
              | [string, string, string, string, string, string, string, string, string]
              | [string, string, string, string, string, string, string, string, string, string]
              | [string, string, string, string, string, string, string, string, string, string, string]
              | [string, string, string, string, string, string, string, string, string, string, string, string]
              | [string, string, string, string, string, string, string, string, string, string, string, string, string]
              | [
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string
                ]
              | [
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string
                ]
              | [
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string
                ]
              | [
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string
                ]
              | [
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string
                ]
              | [
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string
                ]
              | [
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string
                ];
            /**
             * Whether it takes and sends mail. Left out: its MX says so.
             */
            expects_mail?: boolean;
          };
        };
      };
      responses: {
        200: DescribeDomain200;
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: DomainNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/domain-monitoring/domains/{id}/verification': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                verification: DomainVerification;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: DomainNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/domain-monitoring/domains/{id}/verification/check': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                verification: DomainVerification;
                /**
                 * Whether the DNS record is there.
                 */
                record_found: boolean;
                /**
                 * What it is, in a sentence for people.
                 */
                message: string;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: DomainNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: CheckDomainVerification503;
      };
    };
  };
  '/api/v1/domain-monitoring/leaked-credentials': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
          domain_id?: string;
          severity?: 'low' | 'medium' | 'high' | 'critical';
          status?: 'open' | 'acknowledged' | 'resolved';
          since?: string;
          limit?: number;
          offset?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Leaked credentials.
                 */
                leaked_credentials: LeakedCredential[];
                /**
                 * How many there are.
                 */
                total: number;
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/domain-monitoring/dark-web': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
          domain_id?: string;
          severity?: 'low' | 'medium' | 'high' | 'critical';
          status?: 'open' | 'acknowledged' | 'resolved';
          since?: string;
          limit?: number;
          offset?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Mentions on the dark web.
                 */
                dark_web: DarkWebFinding[];
                /**
                 * How many there are.
                 */
                total: number;
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/domain-monitoring/alerts': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
          status?: 'open' | 'acknowledged' | 'resolved';
          severity?: 'low' | 'medium' | 'high' | 'critical';
          kind?: 'breach' | 'stealer_log' | 'combolist' | 'paste' | 'ransomware_claim' | 'forum' | 'market';
          domain_id?: string;
          sort?: 'created_at' | 'severity' | 'last_detected_at';
          order?: 'asc' | 'desc';
          limit?: number;
          offset?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Alerts.
                 */
                alerts: DomainAlert[];
                /**
                 * How many there are.
                 */
                total: number;
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/domain-monitoring/alerts/{id}': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                alert: ExplainedDomainAlert;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        404: AlertNotFoundProblemAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/domain-monitoring/alerts/{id}/acknowledge': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id: number;
            /**
             * Why.
             */
            reason?: string;
            /**
             * The alert is open again when this time, up to a year ahead, has passed. Absent: it stays as it is.
             */
            until?: string;
          };
        };
      };
      responses: {
        200: AcknowledgeDomainAlert200;
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: AlertNotFoundProblemAnswer;
        409: AcknowledgeDomainAlert409;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/domain-monitoring/alerts/{id}/resolve': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id: number;
            /**
             * Why.
             */
            reason?: string;
          };
        };
      };
      responses: {
        200: AcknowledgeDomainAlert200;
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: AlertNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/domain-monitoring/summary': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Monitored domains.
                 */
                domains: {
                  /**
                   * How many are active.
                   */
                  active: number;
                  /**
                   * How many are paused.
                   */
                  paused: number;
                  /**
                   * Whether the platform paused it, because paid capacity does not cover it.
                   */
                  quota_paused: number;
                  /**
                   * Whether control was proved.
                   */
                  verified: number;
                  /**
                   * How many there are.
                   */
                  total: number;
                };
                /**
                 * Leaked credentials.
                 */
                leaked_credentials: {
                  /**
                   * Of severity critical.
                   */
                  critical: number;
                  /**
                   * Of severity high.
                   */
                  high: number;
                  /**
                   * Of severity medium.
                   */
                  medium: number;
                  /**
                   * Of severity low.
                   */
                  low: number;
                  /**
                   * How many there are.
                   */
                  total: number;
                };
                /**
                 * Mentions on the dark web.
                 */
                dark_web: {
                  /**
                   * Of severity critical.
                   */
                  critical: number;
                  /**
                   * Of severity high.
                   */
                  high: number;
                  /**
                   * Of severity medium.
                   */
                  medium: number;
                  /**
                   * Of severity low.
                   */
                  low: number;
                  /**
                   * How many there are.
                   */
                  total: number;
                };
                /**
                 * Alerts that are open.
                 */
                open_alerts: {
                  /**
                   * Of severity critical.
                   */
                  critical: number;
                  /**
                   * Of severity high.
                   */
                  high: number;
                  /**
                   * Of severity medium.
                   */
                  medium: number;
                  /**
                   * Of severity low.
                   */
                  low: number;
                  /**
                   * How many there are.
                   */
                  total: number;
                };
                /**
                 * Alerts that somebody has seen and that are not over.
                 */
                acknowledged_alerts: number;
                /**
                 * When it was last scanned. Null: never.
                 */
                last_scan_at: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/domain-monitoring/domains/{id}/posture': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: DescribeDomain200;
        401: RefusalAnswer;
        403: ListDomains403;
        404: DomainNotFoundProblemAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/domain-monitoring/record-template': {
    get: {
      parameters: {};
      responses: {
        200: GetRecordTemplate200;
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    put: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The name whose SPF record names all of your servers that send mail. Left out: none.
             */
            spf_include?: string;
            /**
             * Selectors under which keys of DKIM are published.
             *
             * @maxItems 20
             */
            dkim_selectors:
              | []
              | [string]
              | [string, string]
              | [string, string, string]
              | [string, string, string, string]
              | [string, string, string, string, string]
              | [string, string, string, string, string, string]
              | [string, string, string, string, string, string, string]
              | [string, string, string, string, string, string, string, string]
              | [string, string, string, string, string, string, string, string, string]
              | [string, string, string, string, string, string, string, string, string, string]
              | [string, string, string, string, string, string, string, string, string, string, string]
              | [string, string, string, string, string, string, string, string, string, string, string, string]
              | [string, string, string, string, string, string, string, string, string, string, string, string, string]
              | [
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string
                ]
              | [
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string
                ]
              | [
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string
                ]
              | [
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string
                ]
              | [
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string
                ]
              | [
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string
                ]
              | [
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string,
                  string
                ];
            /**
             * Where reports of receivers go. Left out: to postmaster of each domain.
             */
            report_address?: string;
          };
        };
      };
      responses: {
        200: GetRecordTemplate200;
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/billing/provision-subscription': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            client_id: number;
            /**
             * The service's id in the billing system.
             */
            service_id: number;
            /**
             * The product.
             */
            product_slug: string;
            /**
             * A plan of the catalogue.
             */
            plan_slug?: string;
            /**
             * Slots of products that are sold by number; 1 of others.
             */
            quantity?: number;
            /**
             * Monthly recurring revenue.
             */
            mrr?: number;
            /**
             * The customer's name. Fills what is empty; PUT customers and sso/token change it.
             */
            client_name?: string;
            /**
             * The customer's e-mail address. Fills what is empty; PUT customers and sso/token change it.
             */
            client_email?: string;
          };
        };
      };
      responses: {
        200: ProvisionSubscription200;
        201: ProvisionSubscription200;
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: ProductNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: ProvisionSubscription422;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/provisioning/provision-subscription': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            client_id: number;
            /**
             * The service's id in the billing system.
             */
            service_id: number;
            /**
             * The product.
             */
            product_slug: string;
            /**
             * A plan of the catalogue.
             */
            plan_slug?: string;
            /**
             * Slots of products that are sold by number; 1 of others.
             */
            quantity?: number;
            /**
             * Monthly recurring revenue.
             */
            mrr?: number;
            /**
             * The customer's name. Fills what is empty; PUT customers and sso/token change it.
             */
            client_name?: string;
            /**
             * The customer's e-mail address. Fills what is empty; PUT customers and sso/token change it.
             */
            client_email?: string;
          };
        };
      };
      responses: {
        200: ProvisionSubscription200;
        201: ProvisionSubscription200;
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: ProductNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: ProvisionSubscription422;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/billing/suspend-subscription': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            client_id: number;
            /**
             * The service's id in the billing system.
             */
            service_id: number;
            /**
             * The product.
             */
            product_slug: string;
          };
        };
      };
      responses: {
        200: SuspendSubscription200;
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: SuspendSubscription404;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: SuspendSubscription422;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/provisioning/suspend-subscription': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            client_id: number;
            /**
             * The service's id in the billing system.
             */
            service_id: number;
            /**
             * The product.
             */
            product_slug: string;
          };
        };
      };
      responses: {
        200: SuspendSubscription200;
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: SuspendSubscription404;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: SuspendSubscription422;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/billing/resume-subscription': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            client_id: number;
            /**
             * The service's id in the billing system.
             */
            service_id: number;
            /**
             * The product.
             */
            product_slug: string;
          };
        };
      };
      responses: {
        200: SuspendSubscription200;
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: SuspendSubscription404;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: SuspendSubscription422;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/provisioning/resume-subscription': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            client_id: number;
            /**
             * The service's id in the billing system.
             */
            service_id: number;
            /**
             * The product.
             */
            product_slug: string;
          };
        };
      };
      responses: {
        200: SuspendSubscription200;
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: SuspendSubscription404;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: SuspendSubscription422;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/billing/terminate-subscription': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            client_id: number;
            /**
             * The service's id in the billing system.
             */
            service_id: number;
            /**
             * The product.
             */
            product_slug: string;
          };
        };
      };
      responses: {
        200: SuspendSubscription200;
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: SuspendSubscription404;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/provisioning/terminate-subscription': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            client_id: number;
            /**
             * The service's id in the billing system.
             */
            service_id: number;
            /**
             * The product.
             */
            product_slug: string;
          };
        };
      };
      responses: {
        200: SuspendSubscription200;
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: SuspendSubscription404;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/billing/change-subscription': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            client_id: number;
            /**
             * The service's id in the billing system.
             */
            service_id: number;
            /**
             * The product.
             */
            product_slug: string;
            /**
             * The plan from now on, of products with plans.
             */
            new_plan_slug?: string;
            /**
             * The number of slots from now on, of products that are sold by number.
             */
            new_quantity?: number;
            /**
             * Monthly recurring revenue.
             */
            mrr?: number;
            /**
             * True: skip the usage check, and pause what no longer fits.
             */
            force?: boolean;
            /**
             * True: answer what would happen, and change nothing.
             */
            dry_run?: boolean;
          };
        };
      };
      responses: {
        200: ChangeSubscription200;
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: ChangeSubscription404;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: ChangeSubscription422;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/provisioning/change-subscription': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            client_id: number;
            /**
             * The service's id in the billing system.
             */
            service_id: number;
            /**
             * The product.
             */
            product_slug: string;
            /**
             * The plan from now on, of products with plans.
             */
            new_plan_slug?: string;
            /**
             * The number of slots from now on, of products that are sold by number.
             */
            new_quantity?: number;
            /**
             * Monthly recurring revenue.
             */
            mrr?: number;
            /**
             * True: skip the usage check, and pause what no longer fits.
             */
            force?: boolean;
            /**
             * True: answer what would happen, and change nothing.
             */
            dry_run?: boolean;
          };
        };
      };
      responses: {
        200: ChangeSubscription200;
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        404: ChangeSubscription404;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: ChangeSubscription422;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/upgrade': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
          product_slug?: 'port_monitoring' | 'domain_monitoring';
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * The product.
                 */
                product_slug: string;
                /**
                 * Places that are paid for, by product or in all. Null: any number.
                 */
                capacity: number | null;
                /**
                 * Places that are taken.
                 */
                usage: number;
                /**
                 * The plan that is paid for. Null: none, or several, or a product without plans.
                 */
                current_plan: OfferedPlan | null;
                /**
                 * Null: nothing is offered.
                 */
                offer: {
                  /**
                   * The next plan. Null: the product has none, the offer is one more of it.
                   */
                  plan: OfferedPlan | null;
                  /**
                   * Places in all with the offer.
                   */
                  capacity: number;
                  /**
                   * Shortest cycle first. In the customer's currency where it is known: the only one with prices, or the only one in which the present plan costs what is paid a month. Otherwise in all.
                   */
                  prices: Price[];
                  /**
                   * Where to order it.
                   */
                  order_url: string;
                } | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        404: CustomerNotFoundProblemAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/billing/sync-services': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * Services.
             *
             * @minItems 1
             * @maxItems 500
             */
            services: [
              {
                /**
                 * The service's id in the billing system.
                 */
                service_id: number;
                /**
                 * The customer's id in the billing system.
                 */
                client_id: number;
                /**
                 * The product.
                 */
                product_slug: 'endpoint' | 'port_monitoring' | 'domain_monitoring';
                /**
                 * Its state.
                 */
                status: 'active' | 'suspended' | 'cancelled';
              },
              ...{
                /**
                 * The service's id in the billing system.
                 */
                service_id: number;
                /**
                 * The customer's id in the billing system.
                 */
                client_id: number;
                /**
                 * The product.
                 */
                product_slug: 'endpoint' | 'port_monitoring' | 'domain_monitoring';
                /**
                 * Its state.
                 */
                status: 'active' | 'suspended' | 'cancelled';
              }[]
            ];
            /**
             * Version of the billing module, for support.
             */
            module_version?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * What, or whether anything, changed.
                 */
                changed: number;
                /**
                 * How many stayed as they were.
                 */
                unchanged: number;
                /**
                 * Reported services that are not known, in their order.
                 */
                unknown_services: {
                  /**
                   * The customer's id in the billing system.
                   */
                  client_id: number;
                  /**
                   * The service's id in the billing system.
                   */
                  service_id: number;
                  /**
                   * The product.
                   */
                  product_slug: string;
                }[];
                /**
                 * What capacity paused and woke, by billing client id. An empty array when nothing changed.
                 */
                enforcement:
                  | []
                  | {
                      [k: string]: {
                        domain_monitoring: CapacityReport;
                        port_monitoring: CapacityReport;
                      };
                    };
              };
              meta: Meta;
            };
          };
        };
        401: ProvisionEndpoint401;
        403: SuspendEndpoint403;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/billing/pricing': {
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: ListPrices200;
        401: ProvisionEndpoint401;
        403: ListPrices403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * Prices.
             *
             * @minItems 1
             * @maxItems 500
             */
            prices: [
              {
                /**
                 * The product.
                 */
                product_slug: 'endpoint' | 'port_monitoring' | 'domain_monitoring';
                /**
                 * A plan of the catalogue.
                 */
                plan_slug?: string;
                /**
                 * ISO 4217 code.
                 */
                currency: string;
                /**
                 * How often the amount is due.
                 */
                billing_cycle: 'monthly' | 'quarterly' | 'semiannually' | 'annually' | 'biennially' | 'triennially';
                /**
                 * The price, without a setup fee.
                 */
                amount?: number;
                /**
                 * Charged once. Null: none.
                 */
                setup_fee?: number;
              },
              ...{
                /**
                 * The product.
                 */
                product_slug: 'endpoint' | 'port_monitoring' | 'domain_monitoring';
                /**
                 * A plan of the catalogue.
                 */
                plan_slug?: string;
                /**
                 * ISO 4217 code.
                 */
                currency: string;
                /**
                 * How often the amount is due.
                 */
                billing_cycle: 'monthly' | 'quarterly' | 'semiannually' | 'annually' | 'biennially' | 'triennially';
                /**
                 * The price, without a setup fee.
                 */
                amount?: number;
                /**
                 * Charged once. Null: none.
                 */
                setup_fee?: number;
              }[]
            ];
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * How many were made.
                 */
                created: number;
                /**
                 * How many were changed.
                 */
                updated: number;
                /**
                 * How many stayed as they were.
                 */
                unchanged: number;
                /**
                 * Prices.
                 */
                prices: Price[];
              };
              meta: Meta;
            };
          };
        };
        401: ProvisionEndpoint401;
        403: SetPrices403;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    delete: {
      parameters: {
        query?: {
          product_slug?: 'endpoint' | 'port_monitoring' | 'domain_monitoring';
          plan_slug?: string;
          currency?: string;
          billing_cycle?: 'monthly' | 'quarterly' | 'semiannually' | 'annually' | 'biennially' | 'triennially';
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            /**
             * The product.
             */
            product_slug?: 'endpoint' | 'port_monitoring' | 'domain_monitoring';
            /**
             * A plan of the catalogue.
             */
            plan_slug?: string;
            /**
             * ISO 4217 code.
             */
            currency?: string;
            /**
             * How often the amount is due.
             */
            billing_cycle?: 'monthly' | 'quarterly' | 'semiannually' | 'annually' | 'biennially' | 'triennially';
            /**
             * True, and no filter: all prices.
             */
            all?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * How many were deleted.
                 */
                deleted: number;
              };
              meta: Meta;
            };
          };
        };
        401: ProvisionEndpoint401;
        403: SetPrices403;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/prices': {
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: ListPrices200;
        401: ProvisionEndpoint401;
        403: ListPrices403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/alerts': {
    get: {
      parameters: {
        query?: {
          endpoint_id?: string;
          billing_customer_id?: number;
          status?: 'open' | 'acknowledged' | 'resolved' | 'false_positive';
          severity?: 'low' | 'medium' | 'high' | 'critical';
          limit?: number;
          offset?: number;
          sort?: 'created_at' | 'severity' | 'last_detected_at';
          order?: 'asc' | 'desc';
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Alerts.
                 */
                alerts: Alert[];
                /**
                 * How many there are.
                 */
                total: number;
                /**
                 * Always true: lists are counted whole.
                 */
                total_is_exact: true;
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: Problem403Answer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: Problem500Answer;
        503: Problem503Answer;
      };
    };
  };
  '/api/v1/alerts/summary': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
          status?: 'open' | 'acknowledged' | 'resolved' | 'false_positive';
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Of severity critical.
                 */
                critical: number;
                /**
                 * Of severity high.
                 */
                high: number;
                /**
                 * Of severity medium.
                 */
                medium: number;
                /**
                 * Of severity low.
                 */
                low: number;
                /**
                 * How many there are.
                 */
                total: number;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: Problem403Answer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: Problem500Answer;
        503: Problem503Answer;
      };
    };
  };
  '/api/v1/alerts/endpoint-summary': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Endpoints.
                 */
                endpoints: {
                  /**
                   * The endpoint.
                   */
                  endpoint_id: string;
                  /**
                   * IPv4 or IPv6 address; one address, one endpoint per customer.
                   */
                  ip_address: string;
                  /**
                   * Display name.
                   */
                  nickname: string;
                  /**
                   * How many are open.
                   */
                  total_open: number;
                  /**
                   * Of severity critical.
                   */
                  critical: number;
                  /**
                   * Of severity high.
                   */
                  high: number;
                  /**
                   * Of severity medium.
                   */
                  medium: number;
                  /**
                   * Of severity low.
                   */
                  low: number;
                }[];
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
                /**
                 * Sums.
                 */
                totals: {
                  /**
                   * Open alerts about ports.
                   */
                  port_alerts_open: number;
                };
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: Problem403Answer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: Problem500Answer;
        503: Problem503Answer;
      };
    };
  };
  '/api/v1/alerts/{id}': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                alert: ExplainedAlert;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: Problem403Answer;
        404: Problem404Answer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: Problem500Answer;
        503: Problem503Answer;
      };
    };
  };
  '/api/v1/alerts/{id}/remediation': {
    get: {
      parameters: {
        query?: {
          platform?: 'ufw' | 'iptables' | 'aws_sg' | 'gcp_fw' | 'azure_nsg' | 'generic';
          billing_customer_id?: number;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Platforms that there are commands for.
                 */
                platform_options: {
                  /**
                   * For ufw.
                   */
                  ufw: string;
                  /**
                   * For iptables.
                   */
                  iptables: string;
                  /**
                   * For security groups of Amazon Web Services.
                   */
                  aws_sg: string;
                  /**
                   * For firewall rules of Google Cloud.
                   */
                  gcp_fw: string;
                  /**
                   * For network security groups of Azure.
                   */
                  azure_nsg: string;
                  /**
                   * For any server, by the settings of the service itself.
                   */
                  generic: string;
                };
                /**
                 * The platform that the commands are for.
                 */
                selected_platform: 'ufw' | 'iptables' | 'aws_sg' | 'gcp_fw' | 'azure_nsg' | 'generic';
                /**
                 * Commands, in the order to run them.
                 */
                commands: {
                  [k: string]: string;
                };
                /**
                 * What to mind before. Null: nothing.
                 */
                warning: string | null;
                /**
                 * Where the platform documents this.
                 */
                docs_url: string;
                /**
                 * Where the port is closed best, by what is open and what the server is known to run.
                 */
                recommended_platform: 'ufw' | 'iptables' | 'aws_sg' | 'gcp_fw' | 'azure_nsg' | 'generic';
                /**
                 * Where and as whom the commands and the script are run, as a sentence.
                 */
                run_as: string;
                /**
                 * What each of the commands is, in their order.
                 */
                steps: {
                  /**
                   * Its key in `commands`.
                   */
                  name: string;
                  /**
                   * What it is for.
                   */
                  role: 'look' | 'change' | 'check' | 'check_from_elsewhere' | 'undo';
                  /**
                   * When it is needed at all. Null: always.
                   */
                  only_if: string | null;
                }[];
                /**
                 * The changes as one script, to be run whole and as often as one likes; it stops before anything is changed while what it needs is not filled in. POSIX sh, on Windows PowerShell. Null: only a person can make them.
                 */
                script: string | null;
                /**
                 * Takes back what the script did.
                 */
                undo_script: string | null;
                /**
                 * The script without what only containers need. It stops, with nothing changed, where Docker or Podman publishes the port. Null: there is no shorter one.
                 */
                short_script: string | null;
                /**
                 * Whether what answers on the server shows that containers run there.
                 */
                runs_containers: boolean;
                /**
                 * The address that stays allowed where people administer. Null: none has to.
                 */
                own_address: {
                  /**
                   * What it takes the place of.
                   */
                  placeholder: 'YOUR_IPV4' | 'YOUR_IPV6';
                  /**
                   * Where the reader’s request came from, if it is of that family. Null for an API key, whose address is that of a program.
                   */
                  guess: string | null;
                } | null;
                /**
                 * Other ways to close the port, each enough by itself: instead of `commands`, never after them.
                 */
                alternatives: {
                  /**
                   * Its name.
                   */
                  name: string;
                  /**
                   * What it is, for people.
                   */
                  label: string;
                  /**
                   * Commands, in the order to run them.
                   */
                  commands: {
                    [k: string]: string;
                  };
                  /**
                   * The changes as one script, to be run whole and as often as one likes; it stops before anything is changed while what it needs is not filled in. POSIX sh, on Windows PowerShell. Null: only a person can make them.
                   */
                  script: string | null;
                  /**
                   * Takes back what the script did.
                   */
                  undo_script: string | null;
                }[];
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: Problem403Answer;
        404: Problem404Answer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: Problem500Answer;
        503: Problem503Answer;
      };
    };
  };
  '/api/v1/alerts/{id}/resolve': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id?: number;
            /**
             * Why.
             */
            reason?: string;
          };
        };
      };
      responses: {
        200: ResolveAlert200;
        401: RefusalAnswer;
        403: Problem403Answer;
        404: Problem404Answer;
        409: Problem409Answer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: Problem500Answer;
        503: Problem503Answer;
      };
    };
  };
  '/api/v1/alerts/{id}/acknowledge': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id?: number;
            /**
             * Why.
             */
            reason?: string;
            /**
             * The alert is open again when this time, up to a year ahead, has passed. Absent: it stays as it is.
             */
            until?: string;
          };
        };
      };
      responses: {
        200: ResolveAlert200;
        401: RefusalAnswer;
        403: Problem403Answer;
        404: Problem404Answer;
        409: Problem409Answer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: Problem500Answer;
        503: Problem503Answer;
      };
    };
  };
  '/api/v1/alerts/{id}/false-positive': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id?: number;
            /**
             * Why.
             */
            reason?: string;
            /**
             * The alert is open again when this time, up to a year ahead, has passed. Absent: it stays as it is.
             */
            until?: string;
          };
        };
      };
      responses: {
        200: ResolveAlert200;
        401: RefusalAnswer;
        403: Problem403Answer;
        404: Problem404Answer;
        409: Problem409Answer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: Problem500Answer;
        503: Problem503Answer;
      };
    };
  };
  '/api/v1/alerts/{id}/reopen': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id?: number;
            /**
             * Why.
             */
            reason?: string;
          };
        };
      };
      responses: {
        200: ResolveAlert200;
        401: RefusalAnswer;
        403: Problem403Answer;
        404: Problem404Answer;
        409: Problem409Answer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: Problem500Answer;
        503: Problem503Answer;
      };
    };
  };
  '/api/v1/monitoring/alerts': {
    get: {
      parameters: {
        query?: {
          kind?: 'port' | 'certificate' | 'version' | 'leaked_credentials' | 'dark_web' | 'domain_posture';
          subject?: 'endpoint' | 'domain';
          endpoint_id?: string;
          domain_id?: string;
          min_severity?: 'low' | 'medium' | 'high' | 'critical';
          protocol?: 'tcp' | 'udp';
          port?: number;
          alike?: string;
          billing_customer_id?: number;
          status?: 'open' | 'acknowledged' | 'resolved' | 'false_positive';
          severity?: 'low' | 'medium' | 'high' | 'critical';
          limit?: number;
          offset?: number;
          sort?: 'created_at' | 'severity' | 'last_detected_at';
          order?: 'asc' | 'desc';
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Alerts.
                 */
                alerts: MonitoringAlert[];
                /**
                 * How many there are.
                 */
                total: number;
                /**
                 * Always true: lists are counted whole.
                 */
                total_is_exact: true;
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/monitoring/alerts/{id}': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                alert: MonitoringAlert;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        404: AlertNotFoundProblemAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/monitoring/alerts/{id}/acknowledge': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id?: number;
            /**
             * Why.
             */
            reason?: string;
            /**
             * The alert is open again when this time, up to a year ahead, has passed. Absent: it stays as it is.
             */
            until?: string;
          };
        };
      };
      responses: {
        200: AcknowledgeMonitoringAlert200;
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: AlertNotFoundProblemAnswer;
        409: AcknowledgeDomainAlert409;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/monitoring/alerts/{id}/resolve': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id?: number;
            /**
             * Why.
             */
            reason?: string;
          };
        };
      };
      responses: {
        200: AcknowledgeMonitoringAlert200;
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: AlertNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/monitoring/alerts/{id}/false-positive': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id?: number;
            /**
             * Why.
             */
            reason?: string;
            /**
             * The alert is open again when this time, up to a year ahead, has passed. Absent: it stays as it is.
             */
            until?: string;
          };
        };
      };
      responses: {
        200: AcknowledgeMonitoringAlert200;
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: AlertNotFoundProblemAnswer;
        409: AcknowledgeDomainAlert409;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/monitoring/alerts/{id}/reopen': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id?: number;
            /**
             * Why.
             */
            reason?: string;
          };
        };
      };
      responses: {
        200: AcknowledgeMonitoringAlert200;
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: AlertNotFoundProblemAnswer;
        409: AcknowledgeDomainAlert409;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/monitoring/causes': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
          min_severity?: 'low' | 'medium' | 'high' | 'critical';
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * At most `limit` of them.
                 */
                causes: Cause[];
                /**
                 * How many causes there are.
                 */
                total: number;
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/monitoring/alerts/{id}/check': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: GetAlertCheck200;
        401: RefusalAnswer;
        403: ListDomains403;
        404: AlertNotFoundProblemAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id?: number;
          };
        };
      };
      responses: {
        202: GetAlertCheck200;
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: {
          content: {
            'application/json': EndpointNotFoundProblem | AlertNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': IdempotencyKeyInUseProblem | AlertNotCheckableProblem | EndpointNotActiveProblem;
          };
        };
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: ScanEndpoint429;
        500: ScanEndpoint500;
        503: ScanEndpoint503;
      };
    };
  };
  '/api/v1/monitoring/port-groups': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
                /**
                 * The most urgent first, then those on most servers; at most 50.
                 */
                groups: {
                  /**
                   * Transport protocol.
                   */
                  protocol: 'tcp' | 'udp';
                  /**
                   * Port number.
                   */
                  port: number;
                  /**
                   * How urgent it is.
                   */
                  severity: 'low' | 'medium' | 'high' | 'critical';
                  /**
                   * What said so itself on most of them. Null: nothing did.
                   */
                  service: string | null;
                  /**
                   * How many servers have an open alert about it: at least two.
                   */
                  servers: number;
                }[];
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/monitoring/alerts/actions': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id?: number;
            /**
             * What is done to each of them.
             */
            action: 'acknowledge' | 'false-positive' | 'allow';
            /**
             * Alerts of any kind; one that is named twice is dealt with once.
             *
             * @minItems 1
             * @maxItems 500
             */
            ids: [string, ...string[]];
            /**
             * Why, for the audit log; of `allow`, the description of the rules.
             */
            reason?: string;
            /**
             * Up to a year ahead: then the alerts are open again, or the rules end. Absent: it stays as it is for good.
             */
            until?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * How many alerts, or their rules, were changed by it.
                 */
                changed: number;
                /**
                 * One for each id, in their order.
                 */
                results: {
                  /**
                   * Its id.
                   */
                  id: string;
                  /**
                   * `unchanged`: it was so already; `refused`: its kind or status does not allow it; `absent`: there is no such alert.
                   */
                  outcome: 'changed' | 'unchanged' | 'refused' | 'absent';
                  /**
                   * Afterwards. Null: it is absent.
                   */
                  status: ('open' | 'acknowledged' | 'resolved' | 'false_positive') | null;
                }[];
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/monitoring/overview': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Nothing needs action, and every server and domain was looked at. False where there is none.
                 */
                all_well: boolean;
                /**
                 * Whether there is anything, and all of it was looked at.
                 */
                all_looked_at: boolean;
                standing: Standing;
                /**
                 * Open alerts of every severity but low.
                 */
                needs_action: {
                  /**
                   * How many there are.
                   */
                  total: number;
                  /**
                   * Alerts of the kind `port`.
                   */
                  open_ports: number;
                  /**
                   * Alerts about domains.
                   */
                  leaks: number;
                  /**
                   * Other alerts about servers, such as certificates.
                   */
                  other: number;
                };
                /**
                 * Open alerts of severity low, such as a web server’s port: nothing has to be done about them.
                 */
                notes: number;
                /**
                 * All open alerts, notes included.
                 */
                open_alerts: {
                  /**
                   * How many, by severity.
                   */
                  servers: {
                    /**
                     * Of severity critical.
                     */
                    critical: number;
                    /**
                     * Of severity high.
                     */
                    high: number;
                    /**
                     * Of severity medium.
                     */
                    medium: number;
                    /**
                     * Of severity low.
                     */
                    low: number;
                  };
                  /**
                   * How many, by severity.
                   */
                  domains: {
                    /**
                     * Of severity critical.
                     */
                    critical: number;
                    /**
                     * Of severity high.
                     */
                    high: number;
                    /**
                     * Of severity medium.
                     */
                    medium: number;
                    /**
                     * Of severity low.
                     */
                    low: number;
                  };
                };
                /**
                 * How many servers were looked at, and why others were not.
                 */
                servers: {
                  /**
                   * Whether there are some, and each was looked at.
                   */
                  all_looked_at: boolean;
                  /**
                   * All that are not terminated. The other counts add up to it, but for `unverified`, `needs_action` and `well`.
                   */
                  total: number;
                  /**
                   * The last look told how things are.
                   */
                  looked_at: number;
                  /**
                   * The last look told nothing, or not all of it, or did not come when it was due.
                   */
                  failing: number;
                  /**
                   * The first look is still to come.
                   */
                  never_scanned: number;
                  /**
                   * By hand.
                   */
                  paused: number;
                  /**
                   * Paused because paid capacity does not cover them.
                   */
                  waiting_for_capacity: number;
                  /**
                   * They answered their last scan, but not for every port in time.
                   */
                  in_part: number;
                  /**
                   * They have an open alert of another severity than low, looked at or not.
                   */
                  needs_action: number;
                  /**
                   * They were looked at, and have no such alert.
                   */
                  well: number;
                  /**
                   * Their addresses are in ranges that are never scanned.
                   */
                  outside_policy: number;
                };
                /**
                 * The same of domains.
                 */
                domains: {
                  /**
                   * Whether there are some, and each was looked at.
                   */
                  all_looked_at: boolean;
                  /**
                   * All that are not terminated. The other counts add up to it, but for `unverified`, `needs_action` and `well`.
                   */
                  total: number;
                  /**
                   * The last look told how things are.
                   */
                  looked_at: number;
                  /**
                   * The last look told nothing, or not all of it, or did not come when it was due.
                   */
                  failing: number;
                  /**
                   * The first look is still to come.
                   */
                  never_scanned: number;
                  /**
                   * By hand.
                   */
                  paused: number;
                  /**
                   * Paused because paid capacity does not cover them.
                   */
                  waiting_for_capacity: number;
                  /**
                   * Nobody is set up to be asked who could know anything of leaks.
                   */
                  no_source: number;
                  /**
                   * The same, but what everybody can see of them (their posture) was looked at.
                   */
                  posture_only: number;
                  /**
                   * Control of them is not proved, so that less can be told of their leaks.
                   */
                  unverified: number;
                };
                /**
                 * When a server or domain was last looked at.
                 */
                last_look_at: string | null;
                /**
                 * Of the last looks at what counts as looked at, the one that is longest ago.
                 */
                oldest_look_at: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/whitelists': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
          endpoint_id?: string;
          per_page?: number;
          page?: number;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * The answer itself.
               */
              data: AllowedPortsRule[];
              /**
               * Addresses of related reads.
               */
              links: {
                /**
                 * Address of the first page.
                 */
                first: string;
                /**
                 * Address of the last page. Null: unknown.
                 */
                last: string;
                /**
                 * Address of the page before. Null: this is the first.
                 */
                prev: string | null;
                /**
                 * Address of the next page. Null: this is the last.
                 */
                next: string | null;
              };
              /**
               * About the answer itself.
               */
              meta: {
                /**
                 * Number of this page, from 1.
                 */
                current_page: number;
                /**
                 * How many to a page.
                 */
                per_page: number;
                /**
                 * How many there are.
                 */
                total: number;
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
            };
          };
        };
        401: RefusalAnswer;
        403: ListEndpoints403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id?: number;
            /**
             * The endpoint.
             */
            endpoint_id?: string;
            /**
             * First port of the range.
             */
            port_start: number;
            /**
             * Last port of the range; the first when left out.
             */
            port_end?: number;
            /**
             * Transport protocol.
             */
            protocol?: 'tcp' | 'udp' | 'both';
            /**
             * Free text.
             */
            description?: string;
            /**
             * When the rule ends, up to a year ahead.
             */
            expires_at?: string;
          };
        };
      };
      responses: {
        200: CreateAllowedPorts200;
        201: CreateAllowedPorts200;
        401: RefusalAnswer;
        403: DeleteEndpoint403;
        404: Problem404TextAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/whitelists/{id}': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: CreateAllowedPorts200;
        401: RefusalAnswer;
        403: ListEndpoints403;
        404: Problem404TextAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id?: number;
            /**
             * First port of the range.
             */
            port_start?: number;
            /**
             * Last port of the range; the first when left out.
             */
            port_end?: number;
            /**
             * Transport protocol.
             */
            protocol?: 'tcp' | 'udp' | 'both';
            /**
             * Free text.
             */
            description?: string;
            /**
             * When the rule ends, up to a year ahead.
             */
            expires_at?: string;
          };
        };
      };
      responses: {
        200: CreateAllowedPorts200;
        401: RefusalAnswer;
        403: DeleteEndpoint403;
        404: Problem404TextAnswer;
        409: {
          content: {
            'application/json': IdempotencyKeyInUseProblem | RuleAlreadyExistsProblem;
          };
        };
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    delete: {
      parameters: {
        query?: {
          billing_customer_id?: number;
        };
        path: {
          id: string;
        };
      };
      responses: {
        204: {
          content?: null;
        };
        401: RefusalAnswer;
        403: DeleteEndpoint403;
        404: Problem404TextAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/monitoring/public-services': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * When the question was answered or skipped. Null: neither.
                 */
                answered_at: string | null;
                /**
                 * By their names; at most 500.
                 */
                servers: {
                  /**
                   * The endpoint.
                   */
                  endpoint_id: string;
                  /**
                   * IPv4 or IPv6 address; one address, one endpoint per customer.
                   */
                  ip_address: string;
                  /**
                   * Display name.
                   */
                  nickname: string;
                  /**
                   * Open ones that websites use, with an alert.
                   */
                  web_ports: number[];
                  /**
                   * Open ones that mail servers use, with an alert.
                   */
                  mail_ports: number[];
                }[];
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id: number;
            /**
             * Servers whose TCP ports 80, 443 are meant to be open.
             *
             * @maxItems 500
             */
            websites?: string[];
            /**
             * Servers whose TCP ports 25, 465, 587, 993 are meant to be open.
             *
             * @maxItems 500
             */
            mail_servers?: string[];
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * When the question was answered or skipped.
                 */
                answered_at: string;
                /**
                 * Rules that were made, or had an end and have none now.
                 */
                rules_created: number;
                /**
                 * Alerts that this ended.
                 */
                alerts_resolved: number;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: {
          content: {
            'application/json': EndpointNotFoundProblem | CustomerNotFoundProblem;
          };
        };
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/firewall/ingest': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id: number;
            /**
             * The endpoint.
             */
            endpoint_id: string;
            /**
             * Output of the firewall's own listing command, as it is.
             */
            dump: string;
            /**
             * Which tool wrote the dump; `auto` finds out.
             */
            format?:
              'auto' | 'iptables' | 'nftables' | 'ufw' | 'firewalld' | 'aws_sg' | 'gcp_fw' | 'azure_nsg' | 'hetzner_fw';
            /**
             * The interface that faces the world, which decides rules for one interface. Without it, what `ip route get` or `ip route` printed into the same dump says.
             */
            public_interface?: string;
            /**
             * Whether to show what would happen or to do it.
             */
            mode?: 'preview' | 'apply';
            /**
             * Only these are allowed. All of each must be open to the world. Without them: all that is open.
             *
             * @maxItems 500
             */
            ranges?: {
              /**
               * First port of the range.
               */
              port_start: number;
              /**
               * Last port of the range; the first when left out.
               */
              port_end?: number;
              /**
               * Transport protocol.
               */
              protocol?: 'tcp' | 'udp';
            }[];
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Which tool wrote the dump; `auto` finds out.
                 */
                format:
                  'iptables' | 'nftables' | 'ufw' | 'firewalld' | 'aws_sg' | 'gcp_fw' | 'azure_nsg' | 'hetzner_fw';
                /**
                 * What happens to packets that no rule matches.
                 */
                default_policy: 'accept' | 'drop' | 'reject' | 'unknown';
                /**
                 * Open ports.
                 */
                open_ports: {
                  /**
                   * First port of the range.
                   */
                  port_start: number;
                  /**
                   * Last port of the range; the first when left out.
                   */
                  port_end: number;
                  /**
                   * Transport protocol.
                   */
                  protocol: 'tcp' | 'udp';
                  /**
                   * `any`, addresses, or what else a client must have, such as an interface: words in the language of the answer.
                   */
                  source: string;
                  /**
                   * Lines of the dump that decided it, from 1; of JSON, objects of its list.
                   */
                  lines: number[];
                  /**
                   * `open_except_listed`: the world may connect, but for whom a list refuses that the dump leaves out; it counts as open.
                   */
                  verdict: 'open' | 'open_except_listed';
                  /**
                   * That of an alert about the worst of its ports: by what answered there, where an alert is open, or by the port number.
                   */
                  severity: 'low' | 'medium' | 'high' | 'critical';
                  /**
                   * Live alerts about its ports, which a rule for it resolves; by port.
                   */
                  alerts: {
                    /**
                     * Its id.
                     */
                    id: string;
                    /**
                     * Port number.
                     */
                    port: number;
                    /**
                     * How urgent it is.
                     */
                    severity: 'low' | 'medium' | 'high' | 'critical';
                  }[];
                }[];
                /**
                 * Ports that only some sources may reach.
                 */
                restricted: {
                  /**
                   * First port of the range.
                   */
                  port_start: number;
                  /**
                   * Last port of the range; the first when left out.
                   */
                  port_end: number;
                  /**
                   * Transport protocol.
                   */
                  protocol: 'tcp' | 'udp';
                  /**
                   * `any`, addresses, or what else a client must have, such as an interface: words in the language of the answer.
                   */
                  source: string;
                  /**
                   * Lines of the dump that decided it, from 1; of JSON, objects of its list.
                   */
                  lines: number[];
                }[];
                /**
                 * What could not be decided, and why.
                 */
                unknown: {
                  /**
                   * Number of the line in the dump, from 1.
                   */
                  line: number;
                  /**
                   * The text itself.
                   */
                  text: string;
                  /**
                   * Why.
                   */
                  reason: string;
                }[];
                /**
                 * Ports of which nothing is known.
                 */
                unknown_ports: {
                  /**
                   * First port of the range.
                   */
                  port_start: number;
                  /**
                   * Last port of the range; the first when left out.
                   */
                  port_end: number;
                  /**
                   * Transport protocol.
                   */
                  protocol: 'tcp' | 'udp';
                }[];
                /**
                 * Commands whose output would decide more, pasted beside this dump or in its place.
                 */
                ask_for: string[];
                /**
                 * What else is to know.
                 */
                notes: string[];
                /**
                 * Rules that were made.
                 */
                rules_created: number;
                /**
                 * Rules that were there.
                 */
                rules_existing: number;
                /**
                 * Alerts that this ended.
                 */
                alerts_resolved: number;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: EndpointNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/notifications/settings': {
    get: {
      parameters: {
        query: {
          client_id: number;
        };
      };
      responses: {
        200: GetNotificationSettings200;
        401: RefusalAnswer;
        403: ListDomains403;
        404: CustomerNotFoundProblemAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    put: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            client_id: number;
            /**
             * Whether mail about open ports is wanted.
             */
            port_alerts?: boolean;
            /**
             * The lowest severity of open ports of which mail is wanted.
             */
            port_alerts_min_severity?: 'low' | 'medium' | 'high' | 'critical';
            /**
             * Whether mail about domain alerts is wanted.
             */
            domain_alerts?: boolean;
            /**
             * Choices by kind of alert.
             */
            kinds?: {
              [k: string]: {
                /**
                 * Whether it is on.
                 */
                enabled?: boolean;
                /**
                 * The lowest severity of which mail is wanted. Null: any.
                 */
                min_severity?: ('low' | 'medium' | 'high' | 'critical') | null;
              };
            };
          };
        };
      };
      responses: {
        200: GetNotificationSettings200;
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: CustomerNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/notifications/recipients': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            client_id: number;
            /**
             * E-mail address.
             */
            email: string;
          };
        };
      };
      responses: {
        200: AddNotificationRecipient200;
        201: AddNotificationRecipient200;
        401: RefusalAnswer;
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | InsufficientRoleProblem
              | SecondFactorNotSetUpProblem
              | ProofRequiredProblem
              | OriginMismatchProblem
              | ViewIsReadOnlyProblem
              | RecipientLimitExceededProblem;
          };
        };
        404: CustomerNotFoundProblemAnswer;
        409: {
          content: {
            'application/json': IdempotencyKeyInUseProblem | MailNotSetUpProblem;
          };
        };
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: {
          content: {
            'application/json': ConfirmationSentRecentlyProblem | Refusal;
          };
        };
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/notifications/recipients/{id}': {
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            client_id: number;
            /**
             * Whether it gets the report of each month.
             */
            monthly_report?: boolean;
            /**
             * Whether it gets a mail on Monday after a week in which it heard nothing else; none of a partner that has ended them.
             */
            weekly_summary?: boolean;
            /**
             * When it is told of what is not critical: at once, gathered for 5 minutes, or in a digest in the morning of each day or Monday.
             */
            delivery?: 'immediate' | 'gathered' | 'daily' | 'weekly';
            /**
             * Times of the clock in its zone, as 22:00, between which only what is critical is mailed; over midnight when from is later. An object without from and to ends them.
             */
            quiet_hours?: {
              /**
               * When they begin.
               */
              from?: string;
              /**
               * When they end.
               */
              to?: string;
            };
            /**
             * The zone of its quiet hours and mornings, as the IANA database names it: `Europe/Berlin`.
             */
            time_zone?: string;
            /**
             * Whether it is told, too, that what it was told of is over. Digests always say so.
             */
            tell_resolved?: boolean;
          };
        };
      };
      responses: {
        200: AddNotificationRecipient200;
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: {
          content: {
            'application/json': RecipientNotFoundProblem | CustomerNotFoundProblem;
          };
        };
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    delete: {
      parameters: {
        query?: {
          client_id?: number;
        };
        path: {
          id: string;
        };
      };
      responses: {
        204: {
          content?: null;
        };
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: {
          content: {
            'application/json': RecipientNotFoundProblem;
          };
        };
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/settings/weekly-summary': {
    get: {
      parameters: {};
      responses: {
        200: GetWeeklySummarySetting200;
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/channels': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Chats and pagers, in the order in which they were added.
                 */
                channels: Channel[];
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
                /**
                 * So many there may be.
                 */
                max_channels: number;
                /**
                 * What `kinds` can name.
                 */
                alert_kinds: {
                  /**
                   * What kind it is of.
                   */
                  kind: string;
                  /**
                   * What such alerts are about, as `leaks about your domains`.
                   */
                  title: string;
                }[];
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListChannels403;
        404: CustomerNotFoundProblemAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id?: number;
            /**
             * What type it is of.
             */
            type:
              | 'slack'
              | 'teams'
              | 'discord'
              | 'telegram'
              | 'pagerduty'
              | 'opsgenie'
              | 'ntfy'
              | 'mattermost'
              | 'rocketchat';
            /**
             * Its name.
             */
            name: string;
            /**
             * Of slack, mattermost and rocketchat an incoming webhook; of teams the address of a workflow; of discord a webhook; of ntfy the server, https://ntfy.sh by default.
             */
            url?: string;
            /**
             * Of telegram the token of the bot; of pagerduty the integration key; of opsgenie the API key; of ntfy the access token.
             */
            token?: string;
            /**
             * Of telegram the id of the chat, or @ and its name.
             */
            chat_id?: string;
            /**
             * Of telegram the topic of a forum.
             */
            thread_id?: number;
            /**
             * Of ntfy the topic, which is open to all who know its name unless the server protects it.
             */
            topic?: string;
            /**
             * Of pagerduty and opsgenie where the account is, us by default.
             */
            region?: 'us' | 'eu';
            /**
             * The kinds of alerts that it hears of. Empty: all.
             *
             * @maxItems 50
             */
            kinds?: string[];
            /**
             * The lowest severity of which mail is wanted. Null: any.
             */
            min_severity?: 'low' | 'medium' | 'high' | 'critical';
            /**
             * Of the account's own channels: the customers that they hear of. Empty: all.
             *
             * @maxItems 200
             */
            billing_customer_ids?: number[];
            /**
             * The servers that it hears of, and then of no domain. Empty: everything.
             *
             * @maxItems 200
             */
            endpoint_ids?: string[];
            /**
             * When it hears of what is not critical.
             */
            urgency?: 'at_once' | 'five_minutes' | 'daily' | 'weekly';
            /**
             * From when it hears of nothing but what is critical.
             */
            quiet_from?: string;
            /**
             * When quiet hours end. The same time as quiet_from: there are none.
             */
            quiet_until?: string;
            /**
             * A zone of the IANA database, such as Europe/Berlin.
             */
            time_zone?: string;
          };
        };
      };
      responses: {
        201: AddChannel201;
        401: RefusalAnswer;
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxNotAvailableProblem
              | SandboxKeyProblem
              | AccessDeniedProblem
              | InsufficientRoleProblem
              | SecondFactorNotSetUpProblem
              | ProofRequiredProblem
              | OriginMismatchProblem
              | ViewIsReadOnlyProblem
              | ChannelLimitExceededProblem;
          };
        };
        404: CustomerNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/channels/{id}': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: AddChannel201;
        401: RefusalAnswer;
        403: ListChannels403;
        404: ChannelNotFoundProblemAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id?: number;
            /**
             * Its name.
             */
            name?: string;
            /**
             * False: it is paused. True: it is active.
             */
            enabled?: boolean;
            /**
             * Of slack, mattermost and rocketchat an incoming webhook; of teams the address of a workflow; of discord a webhook; of ntfy the server, https://ntfy.sh by default.
             */
            url?: string;
            /**
             * Of telegram the token of the bot; of pagerduty the integration key; of opsgenie the API key; of ntfy the access token.
             */
            token?: string;
            /**
             * Of telegram the id of the chat, or @ and its name.
             */
            chat_id?: string;
            /**
             * Of telegram the topic of a forum.
             */
            thread_id?: number;
            /**
             * Of ntfy the topic, which is open to all who know its name unless the server protects it.
             */
            topic?: string;
            /**
             * Of pagerduty and opsgenie where the account is, us by default.
             */
            region?: 'us' | 'eu';
            /**
             * The kinds of alerts that it hears of. Empty: all.
             *
             * @maxItems 50
             */
            kinds?: string[];
            /**
             * The lowest severity of which mail is wanted. Null: any.
             */
            min_severity?: 'low' | 'medium' | 'high' | 'critical';
            /**
             * Of the account's own channels: the customers that they hear of. Empty: all.
             *
             * @maxItems 200
             */
            billing_customer_ids?: number[];
            /**
             * The servers that it hears of, and then of no domain. Empty: everything.
             *
             * @maxItems 200
             */
            endpoint_ids?: string[];
            /**
             * When it hears of what is not critical.
             */
            urgency?: 'at_once' | 'five_minutes' | 'daily' | 'weekly';
            /**
             * From when it hears of nothing but what is critical.
             */
            quiet_from?: string;
            /**
             * When quiet hours end. The same time as quiet_from: there are none.
             */
            quiet_until?: string;
            /**
             * A zone of the IANA database, such as Europe/Berlin.
             */
            time_zone?: string;
          };
        };
      };
      responses: {
        200: AddChannel201;
        401: RefusalAnswer;
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxNotAvailableProblem
              | SandboxKeyProblem
              | AccessDeniedProblem
              | InsufficientRoleProblem
              | SecondFactorNotSetUpProblem
              | ProofRequiredProblem
              | OriginMismatchProblem
              | ViewIsReadOnlyProblem;
          };
        };
        404: ChannelNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    delete: {
      parameters: {
        query?: {
          billing_customer_id?: number;
        };
        path: {
          id: string;
        };
      };
      responses: {
        204: {
          content?: null;
        };
        401: RefusalAnswer;
        403: SetPrices403;
        404: ChannelNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/channels/{id}/test': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id?: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Whether the destination took it.
                 */
                accepted: boolean;
                /**
                 * Why it did not. Null: it did.
                 */
                failure: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: SetPrices403;
        404: ChannelNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: {
          content: {
            'application/json': ChannelTestedRecentlyProblem | Refusal;
          };
        };
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/webhooks': {
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * The oldest first.
                 */
                webhooks: Webhook[];
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * Where events are posted to: https:// and a public address, on port 443 or one from 1024 on. It is looked up for each connection, and redirects are not followed.
             */
            url: string;
            /**
             * Types of events that are wanted. An empty list: all, those of later versions too.
             *
             * @maxItems 18
             */
            types?:
              | []
              | [
                  | 'alert.opened'
                  | 'alert.resolved'
                  | 'alert.reopened'
                  | 'domain_alert.opened'
                  | 'domain_alert.resolved'
                  | 'endpoint.created'
                  | 'endpoint.paused'
                  | 'endpoint.resumed'
                  | 'endpoint.terminated'
                  | 'domain.created'
                  | 'domain.paused'
                  | 'domain.resumed'
                  | 'domain.terminated'
                  | 'subscription.changed'
                  | 'capacity.enforced'
                  | 'scan.completed'
                  | 'scan.failed'
                  | 'webhook.test'
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ];
            /**
             * What it is for, in your words.
             */
            description?: string;
            /**
             * The world that the request is about. Another is refused.
             */
            world?: 'live' | 'sandbox';
          };
        };
      };
      responses: {
        201: CreateWebhook201;
        401: RefusalAnswer;
        403: CreateWebhook403;
        409: {
          content: {
            'application/json': WebhookLimitExceededProblem;
          };
        };
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/webhooks/{id}': {
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: GetWebhook200;
        401: RefusalAnswer;
        403: ListDomains403;
        404: WebhookNotFoundProblemAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            /**
             * Where events are posted to: https:// and a public address, on port 443 or one from 1024 on. It is looked up for each connection, and redirects are not followed.
             */
            url?: string;
            /**
             * Types of events that are wanted. An empty list: all, those of later versions too.
             *
             * @maxItems 18
             */
            types?:
              | []
              | [
                  | 'alert.opened'
                  | 'alert.resolved'
                  | 'alert.reopened'
                  | 'domain_alert.opened'
                  | 'domain_alert.resolved'
                  | 'endpoint.created'
                  | 'endpoint.paused'
                  | 'endpoint.resumed'
                  | 'endpoint.terminated'
                  | 'domain.created'
                  | 'domain.paused'
                  | 'domain.resumed'
                  | 'domain.terminated'
                  | 'subscription.changed'
                  | 'capacity.enforced'
                  | 'scan.completed'
                  | 'scan.failed'
                  | 'webhook.test'
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ]
              | [
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  ),
                  (
                    | 'alert.opened'
                    | 'alert.resolved'
                    | 'alert.reopened'
                    | 'domain_alert.opened'
                    | 'domain_alert.resolved'
                    | 'endpoint.created'
                    | 'endpoint.paused'
                    | 'endpoint.resumed'
                    | 'endpoint.terminated'
                    | 'domain.created'
                    | 'domain.paused'
                    | 'domain.resumed'
                    | 'domain.terminated'
                    | 'subscription.changed'
                    | 'capacity.enforced'
                    | 'scan.completed'
                    | 'scan.failed'
                    | 'webhook.test'
                  )
                ];
            /**
             * What it is for, in your words.
             */
            description?: string;
            /**
             * Whether it is on.
             */
            enabled?: boolean;
          };
        };
      };
      responses: {
        200: GetWebhook200;
        401: RefusalAnswer;
        403: CreateWebhook403;
        404: WebhookNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
          content?: null;
        };
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: WebhookNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/webhooks/{id}/rotate-secret': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            /**
             * How long the old one stays valid beside the new one.
             */
            overlap_seconds?: number;
          };
        };
      };
      responses: {
        200: CreateWebhook201;
        401: RefusalAnswer;
        403: CreateWebhook403;
        404: WebhookNotFoundProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/webhooks/{id}/test': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            /**
             * What is sent.
             */
            type?:
              | 'alert.opened'
              | 'alert.resolved'
              | 'alert.reopened'
              | 'domain_alert.opened'
              | 'domain_alert.resolved'
              | 'endpoint.created'
              | 'endpoint.paused'
              | 'endpoint.resumed'
              | 'endpoint.terminated'
              | 'domain.created'
              | 'domain.paused'
              | 'domain.resumed'
              | 'domain.terminated'
              | 'subscription.changed'
              | 'capacity.enforced'
              | 'scan.completed'
              | 'scan.failed'
              | 'webhook.test';
          };
        };
      };
      responses: {
        202: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * It is on its way.
                 */
                queued: true;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: WebhookNotFoundProblemAnswer;
        409: TestWebhook409;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/webhooks/{id}/replay': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          'application/json': {
            /**
             * Only what was seen from then on.
             */
            since: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Events that were queued; those on their way already are not counted.
                 */
                queued: number;
                /**
                 * `since` of the next request, which goes on from here. Null: nothing is left.
                 */
                next_since: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: WebhookNotFoundProblemAnswer;
        409: TestWebhook409;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/webhooks/{id}/deliveries': {
    get: {
      parameters: {
        query?: {
          status?: 'pending' | 'delivered' | 'failed';
          limit?: number;
          after?: string;
          cursor?: string;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * The page.
                 */
                deliveries: WebhookDelivery[];
                /**
                 * `cursor` or `after` of the next page. Null: this is the last.
                 */
                next_cursor: string | null;
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        404: WebhookNotFoundProblemAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/webhooks/{id}/deliveries/{delivery_id}': {
    get: {
      parameters: {
        path: {
          id: string;
          delivery_id: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                delivery: WebhookDeliveryDetail;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        404: GetWebhookDelivery404;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/webhooks/{id}/deliveries/{delivery_id}/retry': {
    post: {
      parameters: {
        path: {
          id: string;
          delivery_id: string;
        };
      };
      responses: {
        202: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                delivery: WebhookDelivery;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: GetWebhookDelivery404;
        409: TestWebhook409;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/sso/token': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            client_id: number;
            /**
             * Becomes the customer's name.
             */
            client_name?: string;
            /**
             * Becomes the customer's e-mail address.
             */
            client_email?: string;
            /**
             * A path on the portal; where the customer's browser goes.
             */
            redirect_path?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * The one-time token.
                 */
                token: string;
                /**
                 * When it stops being valid.
                 */
                expires_at: string;
                /**
                 * Seconds for which it is valid.
                 */
                expires_in: number;
                /**
                 * Where to send the customer's browser.
                 */
                redirect_url: string;
              };
              meta: Meta;
            };
          };
        };
        401: ProvisionEndpoint401;
        403: CreateWebhook403;
        404: BillingClientNotFoundProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/account/sandbox': {
    put: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * Whether it is on.
             */
            enabled: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Whether it is on.
                 */
                enabled: boolean;
                /**
                 * What, or whether anything, changed.
                 */
                changed: boolean;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: SetPrices403;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/sandbox/scenarios': {
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * What scans of the sandbox can find.
                 */
                scenarios: {
                  /**
                   * What scans of the sandbox find.
                   */
                  scenario: 'clean' | 'warnings' | 'critical';
                  /**
                   * Free text.
                   */
                  description: string;
                }[];
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/sandbox/scenario': {
    get: {
      parameters: {
        query?: {
          endpoint_id?: string;
        };
      };
      responses: {
        200: GetScenario200;
        401: RefusalAnswer;
        403: ListDomains403;
        404: EndpointNotFoundProblemAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    put: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * What scans of the sandbox find.
             */
            scenario: 'clean' | 'warnings' | 'critical';
            /**
             * The endpoint.
             */
            endpoint_id?: string;
          };
        };
      };
      responses: {
        200: GetScenario200;
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: EndpointNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/sandbox/scan': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The endpoint.
             */
            endpoint_id: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * The scan.
                 */
                scan_id: string;
                /**
                 * Its state.
                 */
                status: 'completed';
                /**
                 * Open ports.
                 */
                open_ports: number[];
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: EndpointNotFoundProblemAnswer;
        409: ScanEndpoint409;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/sandbox/clock': {
    get: {
      parameters: {};
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Whether all that became due has happened.
                 */
                settled: boolean;
                /**
                 * What is due and has not happened yet.
                 */
                due: {
                  /**
                   * Scans of servers that are due, queued or under way.
                   */
                  scans: number;
                  /**
                   * Scans of domains that are due, queued or under way.
                   */
                  domain_scans: number;
                  /**
                   * Looks at what everybody can see of domains that are due, queued or under way.
                   */
                  domain_looks: number;
                  /**
                   * Alerts that are still set aside, though their time has passed.
                   */
                  alerts: number;
                  /**
                   * Allowed Ports rules whose end nothing came of yet.
                   */
                  rules: number;
                };
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * How much time passes.
             */
            advance_seconds: number;
            /**
             * How long the answer waits at the most for what has become due.
             */
            wait_seconds?: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * How much time has passed.
                 */
                advanced_seconds: number;
                /**
                 * Whether all that became due has happened.
                 */
                settled: boolean;
                /**
                 * What is due and has not happened yet.
                 */
                due: {
                  /**
                   * Scans of servers that are due, queued or under way.
                   */
                  scans: number;
                  /**
                   * Scans of domains that are due, queued or under way.
                   */
                  domain_scans: number;
                  /**
                   * Looks at what everybody can see of domains that are due, queued or under way.
                   */
                  domain_looks: number;
                  /**
                   * Alerts that are still set aside, though their time has passed.
                   */
                  alerts: number;
                  /**
                   * Allowed Ports rules whose end nothing came of yet.
                   */
                  rules: number;
                };
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        409: AdvanceSandboxClock409;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/sandbox/reset': {
    post: {
      parameters: {};
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Whether everything was deleted.
                 */
                reset: true;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        409: AdvanceSandboxClock409;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/customers': {
    get: {
      parameters: {
        query?: {
          search?: string;
          sort?: 'number' | 'urgency';
          urgency?: 'critical' | 'high' | 'medium' | 'low' | 'none';
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Customers.
                 */
                customers: ListedCustomer[];
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/customers/{billing_customer_id}': {
    get: {
      parameters: {
        path: {
          billing_customer_id: number;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              data: Customer;
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        404: CustomerNotFoundProblemAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    put: {
      parameters: {
        path: {
          billing_customer_id: number;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            /**
             * The name that the portal shows.
             */
            client_name?: string;
            /**
             * Where mail about alerts goes, unless it was unsubscribed.
             */
            client_email?: string;
            /**
             * In which the customer reads the portal and gets mail. auto: what the browser asks for, and in mails what the account has set.
             */
            language?: 'de' | 'en' | 'es' | 'fr' | 'pt' | 'auto';
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * The customer's id in the billing system.
                 */
                billing_customer_id: number;
                /**
                 * Its name.
                 */
                name: string | null;
                /**
                 * E-mail address.
                 */
                email: string | null;
                /**
                 * Null: what the browser asks for.
                 */
                language: string | null;
                /**
                 * When it was made.
                 */
                created_at: string;
                /**
                 * When it last changed.
                 */
                updated_at: string;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: CustomerNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/customers/{billing_customer_id}/servers': {
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
        path: {
          billing_customer_id: number;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Servers.
                 */
                servers: ServerOfCustomer[];
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        404: CustomerNotFoundProblemAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/services': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
          service_id?: number;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Services.
                 */
                services: ListedService[];
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/subscriptions': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
          status?: 'active' | 'suspended' | 'cancelled';
          product_slug?: 'port_monitoring' | 'domain_monitoring';
          per_page?: number;
          page?: number;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * The answer itself.
               */
              data: ListedSubscription[];
              /**
               * Addresses of related reads.
               */
              links: {
                /**
                 * Address of the first page.
                 */
                first: string;
                /**
                 * Address of the last page. Null: unknown.
                 */
                last: string;
                /**
                 * Address of the page before. Null: this is the first.
                 */
                prev: string | null;
                /**
                 * Address of the next page. Null: this is the last.
                 */
                next: string | null;
              };
              /**
               * About the answer itself.
               */
              meta: {
                /**
                 * Number of this page, from 1.
                 */
                current_page: number;
                /**
                 * How many to a page.
                 */
                per_page: number;
                /**
                 * How many there are.
                 */
                total: number;
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/customers/{billing_customer_id}/services/{service_id}': {
    put: {
      parameters: {
        path: {
          billing_customer_id: number;
          service_id: number;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            /**
             * A plan of the catalogue.
             */
            plan_slug?: string;
            /**
             * Monthly recurring revenue.
             */
            mrr?: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * The customer's id in the billing system.
                 */
                client_id: number;
                /**
                 * The service's id in the billing system.
                 */
                service_id: number;
                /**
                 * The product.
                 */
                product_slug: string | null;
                /**
                 * A plan of the catalogue.
                 */
                plan_slug: string | null;
                /**
                 * Monthly recurring revenue.
                 */
                mrr: number | null;
                /**
                 * When it last changed.
                 */
                updated_at: string;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: BillingClientNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/customers/{billing_customer_id}/merge': {
    post: {
      parameters: {
        path: {
          billing_customer_id: number;
        };
      };
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer that receives, by its id in the billing system.
             */
            into: number;
            /**
             * Name of the customer that receives. Fills what is empty.
             */
            client_name?: string;
            /**
             * E-mail address of the customer that receives. Fills what is empty.
             */
            client_email?: string;
            /**
             * True: answer what would happen, and change nothing.
             */
            dry_run?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * The customer's id in the billing system.
                 */
                billing_customer_id: number;
                /**
                 * The customer that receives, by its id in the billing system.
                 */
                into: number;
                /**
                 * True: answer what would happen, and change nothing.
                 */
                dry_run: boolean;
                /**
                 * Whether the receiving customer was not on record before.
                 */
                created: boolean;
                moved: MovedBelongings;
                /**
                 * Alerts that the receiving customer's Allowed Ports rules ended, by then all of them included.
                 */
                alerts_resolved: number;
                /**
                 * What both customers had, and what became of it.
                 */
                not_moved: LeftBehind[];
                /**
                 * What both customers pay for and use then, and what was paused or woke, by billing id.
                 */
                enforcement: {
                  [k: string]: {
                    port_monitoring: CapacityReport;
                    domain_monitoring: CapacityReport;
                  };
                };
                /**
                 * Present when nothing changed: it had been moved before.
                 */
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: CustomerNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/customers/{billing_customer_id}/services/{service_id}/transfer': {
    post: {
      parameters: {
        path: {
          billing_customer_id: number;
          service_id: number;
        };
      };
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer that receives, by its id in the billing system.
             */
            to: number;
            /**
             * Name of the customer that receives. Fills what is empty.
             */
            client_name?: string;
            /**
             * E-mail address of the customer that receives. Fills what is empty.
             */
            client_email?: string;
            /**
             * True: answer what would happen, and change nothing.
             */
            dry_run?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * The customer's id in the billing system.
                 */
                billing_customer_id: number;
                /**
                 * The service's id in the billing system.
                 */
                service_id: number;
                /**
                 * The customer that receives, by its id in the billing system.
                 */
                to: number;
                /**
                 * True: answer what would happen, and change nothing.
                 */
                dry_run: boolean;
                /**
                 * Whether the receiving customer was not on record before.
                 */
                created: boolean;
                moved: MovedBelongings;
                /**
                 * Alerts that the receiving customer's Allowed Ports rules ended, by then all of them included.
                 */
                alerts_resolved: number;
                /**
                 * What both customers had, and what became of it.
                 */
                not_moved: LeftBehind[];
                /**
                 * What both customers pay for and use then, and what was paused or woke, by billing id.
                 */
                enforcement: {
                  [k: string]: {
                    port_monitoring: CapacityReport;
                    domain_monitoring: CapacityReport;
                  };
                };
                /**
                 * Present when nothing changed: it had been moved before.
                 */
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: {
          content: {
            'application/json': BillingClientNotFoundProblem | CustomerNotFoundProblem;
          };
        };
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/usage': {
    get: {
      parameters: {
        query: {
          from: string;
          to: string;
          billing_customer_id?: number;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * As asked for.
                 */
                from: string;
                /**
                 * As asked for.
                 */
                to: string;
                /**
                 * Services that had anything active, by customer and service.
                 */
                services: ServiceUsage[];
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/reports/monthly': {
    get: {
      parameters: {
        query: {
          billing_customer_id?: number;
          month: string;
          language?: 'de' | 'en' | 'es' | 'fr' | 'pt';
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              data: MonthlyReport;
              meta: Meta;
            };
            'application/pdf': string;
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/reports/exposure': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
          endpoint_id?: string;
          days?: number;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Oldest first, without gaps.
                 */
                days: ExposureDay[];
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/session': {
    get: {
      parameters: {};
      responses: {
        200: GetSession200;
        403: {
          content: {
            'application/json': TenantMismatchProblem | AccountSuspendedProblem;
          };
        };
        404: PortalNotFoundProblemAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * E-mail address.
             */
            email: string;
            /**
             * The password.
             */
            password: string;
            /**
             * What it is, for programs: an error code, or the code of an authenticator application.
             */
            code?: string;
            /**
             * What the passkey signed: `toJSON()` of what `navigator.credentials.get` gave.
             */
            passkey?: {
              /**
               * In base64url without padding.
               */
              id: string;
              /**
               * Of credentials there is no other type.
               */
              type: 'public-key';
              /**
               * What the authenticator said, as the browser passed it on.
               */
              response: {
                /**
                 * In base64url without padding.
                 */
                clientDataJSON: string;
                /**
                 * In base64url without padding.
                 */
                authenticatorData: string;
                /**
                 * In base64url without padding.
                 */
                signature: string;
                /**
                 * In base64url without padding.
                 */
                userHandle?: string;
              };
            };
          };
        };
      };
      responses: {
        200: GetSession200;
        401: {
          content: {
            'application/json': SignInFailedProblem | SecondFactorRequiredProblem;
          };
        };
        403: SignIn403;
        404: PortalNotFoundProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    delete: {
      parameters: {};
      responses: {
        204: {
          content?: null;
        };
        403: SignOut403;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/session/passkey/options': {
    post: {
      parameters: {};
      responses: {
        201: BeginPasskeySignIn201;
        403: SignIn403;
        404: PortalNotFoundProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/session/passkey': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * What the passkey signed: `toJSON()` of what `navigator.credentials.get` gave.
             */
            credential: {
              /**
               * In base64url without padding.
               */
              id: string;
              /**
               * Of credentials there is no other type.
               */
              type: 'public-key';
              /**
               * What the authenticator said, as the browser passed it on.
               */
              response: {
                /**
                 * In base64url without padding.
                 */
                clientDataJSON: string;
                /**
                 * In base64url without padding.
                 */
                authenticatorData: string;
                /**
                 * In base64url without padding.
                 */
                signature: string;
                /**
                 * In base64url without padding.
                 */
                userHandle?: string;
              };
            };
          };
        };
      };
      responses: {
        200: GetSession200;
        401: {
          content: {
            'application/json': SignInFailedProblem;
          };
        };
        403: SignIn403;
        404: PortalNotFoundProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/session/view': {
    delete: {
      parameters: {};
      responses: {
        204: {
          content?: null;
        };
        403: SignOut403;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/session/language': {
    put: {
      parameters: {};
      requestBody?: {
        content: {
          'application/json': {
            /**
             * The language that is chosen (BCP 47).
             */
            language?: 'de' | 'en' | 'es' | 'fr' | 'pt';
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * The language that is chosen. Null: none is.
                 */
                language: string | null;
              };
              meta: Meta;
            };
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxNotAvailableProblem
              | SandboxKeyProblem
              | AccessDeniedProblem
              | OriginMismatchProblem
              | ViewIsReadOnlyProblem;
          };
        };
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/session/invitation/look': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * From the link in the mail.
             */
            token: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * E-mail address.
                 */
                email: string;
                /**
                 * What the person may do: `support` reads, `manager` changes everything but owners and keys, `owner` everything.
                 */
                role: 'support' | 'manager' | 'owner';
                /**
                 * When it stops being valid.
                 */
                expires_at: string;
              };
              meta: Meta;
            };
          };
        };
        403: SignIn403;
        404: PortalNotFoundProblemAnswer;
        410: LinkNotValidProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/session/invitation': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * From the link in the mail.
             */
            token: string;
            /**
             * Its name.
             */
            name?: string;
            /**
             * The password.
             */
            password: string;
          };
        };
      };
      responses: {
        200: GetSession200;
        403: SignIn403;
        404: PortalNotFoundProblemAnswer;
        409: AdministratorAlreadyExistsProblemAnswer;
        410: LinkNotValidProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/session/password-reset': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * E-mail address.
             */
            email: string;
          };
        };
      };
      responses: {
        204: {
          content?: null;
        };
        403: SignIn403;
        404: PortalNotFoundProblemAnswer;
        409: MailNotAvailableProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/session/password-reset/complete': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * From the link in the mail.
             */
            token: string;
            /**
             * The password.
             */
            password: string;
          };
        };
      };
      responses: {
        204: {
          content?: null;
        };
        403: SignIn403;
        404: PortalNotFoundProblemAnswer;
        410: LinkNotValidProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/customers/{billing_customer_id}/sessions': {
    delete: {
      parameters: {
        path: {
          billing_customer_id: number;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * The customer's id in the billing system.
                 */
                billing_customer_id: number;
                /**
                 * How many sessions ended.
                 */
                sessions_ended: number;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: SuspendEndpoint403;
        404: CustomerNotFoundProblemAnswer;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/plans': {
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Plans.
                 */
                plans: Plan[];
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListPrices403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/plans/port_monitoring/{plan_slug}': {
    put: {
      parameters: {
        path: {
          plan_slug: string;
        };
      };
      requestBody: {
        content: {
          'application/json': {
            /**
             * Places that are paid for, by product or in all. Null: any number.
             */
            capacity: number;
            /**
             * Seconds between two scans. Null: the default of the installation.
             */
            scan_interval_seconds?: number;
            /**
             * TCP ports: `top-1000`, `full`, or ranges.
             */
            ports?: string;
            /**
             * Whether UDP is scanned besides TCP.
             */
            protocols?: 'tcp' | 'tcp+udp';
            /**
             * Ceiling of packets to one server. Null: that of the installation.
             */
            max_packets_per_second?: number;
            /**
             * From where servers are looked at: the first place scans, the others look again after every scan. Empty: from anywhere.
             *
             * @maxItems 5
             */
            vantage_points?:
              | []
              | [string]
              | [string, string]
              | [string, string, string]
              | [string, string, string, string]
              | [string, string, string, string, string];
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * The plan.
                 */
                plan: {
                  /**
                   * The product.
                   */
                  product_slug: 'port_monitoring';
                  /**
                   * A plan of the catalogue.
                   */
                  plan_slug: string;
                  /**
                   * Endpoints that the plan pays for.
                   */
                  capacity: number;
                  /**
                   * Null: the installation's interval. One that is shorter than the installation allows is not used.
                   */
                  scan_interval_seconds: number | null;
                  /**
                   * TCP ports: top-1000, full, or port ranges. By default the 1016 most common TCP ports are asked (top-1000), and no UDP. What listens elsewhere, such as on 51820/tcp, is not seen and raises no alert; a plan with ports full asks all 65,535, and one with protocols tcp+udp the 29 UDP services of the risk table that can be judged.
                   */
                  ports: string;
                  /**
                   * How many TCP ports that are.
                   */
                  tcp_ports: number;
                  /**
                   * How many UDP ports are asked besides.
                   */
                  udp_ports: number;
                  /**
                   * tcp+udp: besides, the UDP ports of the risk table.
                   */
                  protocols: 'tcp' | 'tcp+udp';
                  /**
                   * Ceiling for each of its endpoints. Null: the installation's.
                   */
                  max_packets_per_second: number | null;
                  /**
                   * From where servers are looked at: the first place scans, the others look again after every scan. Empty: from anywhere.
                   */
                  vantage_points: string[];
                };
                /**
                 * What, or whether anything, changed.
                 */
                changed: boolean;
                /**
                 * Customers.
                 */
                customers: number;
                /**
                 * What was paused for capacity, newest first.
                 */
                newly_paused: string[];
                /**
                 * What came back because there is capacity for it, oldest first.
                 */
                unpaused: string[];
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: SetPrices403;
        409: IdempotencyKeyInUseProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    delete: {
      parameters: {
        path: {
          plan_slug: string;
        };
      };
      responses: {
        204: {
          content?: null;
        };
        401: RefusalAnswer;
        403: SetPrices403;
        404: {
          content: {
            'application/json': PlanNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': IdempotencyKeyInUseProblem | PlanInUseProblem;
          };
        };
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/audit': {
    get: {
      parameters: {
        query?: {
          action?: string;
          subject_id?: string;
          billing_customer_id?: number;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Entries, newest first.
                 */
                entries: AuditEntry[];
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListChannels403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/events': {
    get: {
      parameters: {
        query?: {
          after?: string;
          cursor?: string;
          types?: string;
          billing_customer_id?: number;
          limit?: number;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * In the order in which they became known.
                 */
                events: Event[];
                /**
                 * What to ask with next: the id of the last event that was looked at, whether the filters let it through or not. Null: nothing has happened yet.
                 */
                next_cursor: string | null;
                /**
                 * Whether to ask again at once. With filters a page can have fewer events than its limit, or none, and there are more to look at.
                 */
                has_more: boolean;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/account': {
    get: {
      parameters: {};
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              data: Account;
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListDomains403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
}
export interface RefusalAnswer {
  content: {
    'application/json': Refusal;
  };
}
/**
 * Authentication, validation and throttling failures.
 */
export interface Refusal {
  /**
   * Its state.
   */
  status: 'error';
  /**
   * What it is, in a sentence for people.
   */
  message: string;
  /**
   * What is wrong with each field, in sentences.
   */
  errors: {
    [k: string]: string[];
  };
  /**
   * What the error means, and what to do about it.
   */
  doc_url: string;
}
export interface InternalErrorProblemAnswer {
  content: {
    'application/json': InternalErrorProblem;
  };
}
export interface InternalErrorProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'INTERNAL_ERROR';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface Meta {
  /**
   * Version of the API.
   */
  version: 'v1';
  /**
   * When this was answered.
   */
  timestamp: string;
}
export interface ProvisionEndpoint200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        /**
         * The endpoint.
         */
        endpoint_id: string;
        /**
         * Its state.
         */
        status: 'active' | 'paused' | 'terminated';
        /**
         * Why nothing changed, or what else is to know.
         */
        note?: string;
        /**
         * True: answer what would happen, and change nothing.
         */
        dry_run?: boolean;
        /**
         * In a dry run: why the address is never scanned. Null: it is scanned.
         */
        not_scanned?: string | null;
      };
      meta: Meta;
    };
  };
}
export interface ProvisionEndpoint401 {
  content: {
    'application/json': TenantNotFoundProblem | Refusal;
  };
}
export interface TenantNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'TENANT_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface ProvisionEndpoint403 {
  content: {
    'application/json':
      | TenantMismatchProblem
      | AccountSuspendedProblem
      | SandboxDisabledProblem
      | AccessDeniedProblem
      | InsufficientRoleProblem
      | SecondFactorNotSetUpProblem
      | OriginMismatchProblem
      | ViewIsReadOnlyProblem
      | EndpointLimitExceededProblem;
  };
}
export interface TenantMismatchProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'TENANT_MISMATCH';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface AccountSuspendedProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'ACCOUNT_SUSPENDED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface SandboxDisabledProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'SANDBOX_DISABLED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface AccessDeniedProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'ACCESS_DENIED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface InsufficientRoleProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'INSUFFICIENT_ROLE';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface SecondFactorNotSetUpProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'SECOND_FACTOR_NOT_SET_UP';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface OriginMismatchProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'ORIGIN_MISMATCH';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface ViewIsReadOnlyProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'VIEW_IS_READ_ONLY';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface EndpointLimitExceededProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'ENDPOINT_LIMIT_EXCEEDED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface IdempotencyKeyInUseProblemAnswer {
  content: {
    'application/json': IdempotencyKeyInUseProblem;
  };
}
export interface IdempotencyKeyInUseProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'IDEMPOTENCY_KEY_IN_USE';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface ServiceBusyProblemAnswer {
  content: {
    'application/json': ServiceBusyProblem;
  };
}
export interface ServiceBusyProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'SERVICE_BUSY';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface SuspendEndpoint200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        /**
         * The endpoint.
         */
        endpoint_id: string;
        /**
         * Its state.
         */
        status: 'active' | 'paused' | 'terminated';
        /**
         * Why nothing changed, or what else is to know.
         */
        note?: string;
      };
      meta: Meta;
    };
  };
}
export interface SuspendEndpoint403 {
  content: {
    'application/json':
      | TenantMismatchProblem
      | AccountSuspendedProblem
      | SandboxDisabledProblem
      | AccessDeniedProblem
      | InsufficientRoleProblem
      | SecondFactorNotSetUpProblem
      | OriginMismatchProblem
      | ViewIsReadOnlyProblem;
  };
}
export interface EndpointNotFoundProblemAnswer {
  content: {
    'application/json': EndpointNotFoundProblem;
  };
}
export interface EndpointNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'ENDPOINT_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface ListedEndpoint {
  /**
   * Its id.
   */
  id: string;
  /**
   * IPv4 or IPv6 address; one address, one endpoint per customer.
   */
  ip_address: string;
  /**
   * Display hostname.
   */
  hostname: string;
  /**
   * Display name.
   */
  nickname: string;
  /**
   * Operating system or firewall. Null: not known.
   */
  platform: string | null;
  /**
   * Its state.
   */
  status: 'active' | 'paused' | 'terminated';
  /**
   * Paused by the platform because paid capacity does not cover it.
   */
  quota_paused: boolean;
  /**
   * Seconds between two manual scans.
   */
  nmap_cooldown_seconds: number;
  /**
   * When it was last scanned. Null: never.
   */
  last_scan_at: string | null;
  /**
   * When it is due for a scan. Null: it is not scanned.
   */
  next_scan_at: string | null;
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When it last changed.
   */
  updated_at: string;
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
  coverage: Coverage;
  /**
   * Why the address is never scanned, whatever the status: it is in a range that is not, or the operator excludes it.
   */
  not_scanned: string | null;
  /**
   * As the billing system told it; null: it did not.
   */
  customer_name: string | null;
}
/**
 * What the scans of a server look at, and how often. By default the 1016 most common TCP ports are asked (top-1000), and no UDP. What listens elsewhere, such as on 51820/tcp, is not seen and raises no alert; a plan with ports full asks all 65,535, and one with protocols tcp+udp the 29 UDP services of the risk table that can be judged.
 */
export interface Coverage {
  /**
   * TCP ports: top-1000, full, or port ranges.
   */
  ports: string;
  /**
   * How many TCP ports that are.
   */
  tcp_ports: number;
  /**
   * How many UDP ports are asked besides.
   */
  udp_ports: number;
  /**
   * tcp+udp: besides, the UDP ports of the risk table.
   */
  protocols: 'tcp' | 'tcp+udp';
  /**
   * Between two scheduled scans.
   */
  interval_seconds: number;
  /**
   * Asking the ports takes no longer, even if nothing but silence comes back and 6 % of the packets are lost each way; only a server that limits its answers takes longer. Finding out what runs behind open ports comes on top: at most 10 seconds for each 16 of them.
   */
  time_budget_seconds: number;
  /**
   * Which plan says so: that of the server's own service, the active plans of its customer together, or none.
   */
  source: 'service' | 'subscriptions' | 'default';
  /**
   * The plans that count; none by default.
   */
  plan_slugs: string[];
  /**
   * From where servers are looked at: the first place scans, the others look again after every scan. Empty: from anywhere.
   */
  vantage_points: string[];
}
export interface ListEndpoints403 {
  content: {
    'application/json':
      | TenantMismatchProblem
      | AccountSuspendedProblem
      | SandboxDisabledProblem
      | Problem403Text
      | SecondFactorNotSetUpProblem;
  };
}
export interface Problem403Text {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: '403';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface AddEndpoint200 {
  content: {
    'application/json': {
      data: Endpoint;
      /**
       * Addresses of related reads.
       */
      links: {
        /**
         * Address of this resource.
         */
        self: string;
      };
      meta: Meta;
      /**
       * Why nothing changed, or what else is to know.
       */
      note?: string;
    };
  };
}
export interface Endpoint {
  /**
   * Its id.
   */
  id: string;
  /**
   * IPv4 or IPv6 address; one address, one endpoint per customer.
   */
  ip_address: string;
  /**
   * Display hostname.
   */
  hostname: string;
  /**
   * Display name.
   */
  nickname: string;
  /**
   * Operating system or firewall. Null: not known.
   */
  platform: string | null;
  /**
   * Its state.
   */
  status: 'active' | 'paused' | 'terminated';
  /**
   * Paused by the platform because paid capacity does not cover it.
   */
  quota_paused: boolean;
  /**
   * Seconds between two manual scans.
   */
  nmap_cooldown_seconds: number;
  /**
   * When it was last scanned. Null: never.
   */
  last_scan_at: string | null;
  /**
   * When it is due for a scan. Null: it is not scanned.
   */
  next_scan_at: string | null;
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When it last changed.
   */
  updated_at: string;
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
  coverage: Coverage;
  /**
   * Why the address is never scanned, whatever the status: it is in a range that is not, or the operator excludes it.
   */
  not_scanned: string | null;
}
export interface AddEndpoint403 {
  content: {
    'application/json':
      | TenantMismatchProblem
      | AccountSuspendedProblem
      | SandboxDisabledProblem
      | Problem403Text
      | InsufficientRoleProblem
      | SecondFactorNotSetUpProblem
      | OriginMismatchProblem
      | ViewIsReadOnlyProblem
      | EndpointLimitExceededProblem;
  };
}
export interface DnsResolutionFailedProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'DNS_RESOLUTION_FAILED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface Problem404TextAnswer {
  content: {
    'application/json': Problem404Text;
  };
}
export interface Problem404Text {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: '404';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface DeleteEndpoint403 {
  content: {
    'application/json':
      | TenantMismatchProblem
      | AccountSuspendedProblem
      | SandboxDisabledProblem
      | Problem403Text
      | InsufficientRoleProblem
      | SecondFactorNotSetUpProblem
      | OriginMismatchProblem
      | ViewIsReadOnlyProblem;
  };
}
export interface AlertSummary {
  /**
   * Its id.
   */
  id: string;
  /**
   * Port number.
   */
  port: number;
  /**
   * Transport protocol.
   */
  protocol: 'tcp' | 'udp';
  /**
   * The service as it showed itself; `unknown` where it did not, whatever the port number suggests.
   */
  service: string;
  /**
   * How urgent it is.
   */
  severity: 'low' | 'medium' | 'high' | 'critical';
  /**
   * How dangerous the service is.
   */
  risk_level: 'low' | 'medium' | 'high' | 'critical';
  /**
   * Its state.
   */
  status: 'open' | 'acknowledged' | 'resolved' | 'false_positive';
  /**
   * What it is, in a few words.
   */
  title: string;
  /**
   * When it was first seen.
   */
  first_detected_at: string;
  /**
   * When it was last seen.
   */
  last_detected_at: string;
}
/**
 * Why nothing can be said of the ports now; alerts stay as they were.
 */
export interface EndpointCondition {
  /**
   * What kind it is of.
   */
  kind: 'unreachable' | 'answers_everything';
  /**
   * Only what was seen from then on.
   */
  since: string;
  /**
   * What it means and what to do, in plain English.
   */
  explanation: string;
}
/**
 * What became of looking at the server. Only `looked_at` lets anything be said of its ports.
 */
export interface ServerLook {
  /**
   * Its state.
   */
  state:
    | 'looked_at'
    | 'failing'
    | 'never_scanned'
    | 'paused'
    | 'waiting_for_capacity'
    | 'terminated'
    | 'in_part'
    | 'outside_policy';
  /**
   * When a scan last told all of its ports; null: never.
   */
  at: string | null;
  /**
   * How many ports did not answer the last scan in time. Null, unless the state is `in_part`.
   */
  missing_ports: number | null;
  /**
   * The same for people.
   */
  sentence: string;
}
export interface EndpointService {
  /**
   * Port number.
   */
  port: number;
  /**
   * Transport protocol.
   */
  protocol: 'tcp' | 'udp';
  /**
   * Its state.
   */
  state: 'open';
  /**
   * `ssh`, `https`, `mysql` …; `unknown` where nothing tells.
   */
  service: string;
  /**
   * `probed`: it showed itself. `port_number`: it did not, and the port number is registered for it.
   */
  known_by: 'probed' | 'port_number';
  /**
   * The program that answers. Null: it did not show which.
   */
  product: string | null;
  /**
   * As the service stated it. Null: it did not.
   */
  version: string | null;
  /**
   * The programs that it says it is made of, the product first: at most eight of 120 characters.
   */
  components: JudgedComponent[];
  /**
   * Family that the service named by the way: `debian`, `windows` …
   */
  operating_system: string | null;
  /**
   * Null: what runs there does not begin with TLS.
   */
  tls: {
    /**
     * Names that its certificate was made out to when this was first seen; ten at most.
     */
    certificate_names: string[];
  } | null;
  /**
   * Of the web page, as it was when this was first seen.
   */
  title: string | null;
  /**
   * Whether an Allowed Ports rule covers the port.
   */
  allowed: boolean;
  /**
   * The first rule that does; null: none does.
   */
  allowed_by: {
    /**
     * Of the rule that allows it.
     */
    rule_id: string;
    /**
     * Who made it; null: the audit log does not go back that far.
     */
    created_by: ('api_key' | 'administrator' | 'customer' | 'operator' | 'system') | null;
    /**
     * When it was made.
     */
    created_at: string;
    /**
     * From then on it covers nothing. Null: it has no end.
     */
    expires_at: string | null;
  } | null;
  /**
   * The alert about the port that has not ended; null: there is none.
   */
  alert_id: string | null;
  /**
   * Since when the same service, product, version and components are seen there.
   */
  since: string;
  /**
   * When it was last seen.
   */
  last_seen_at: string;
}
export interface JudgedComponent {
  /**
   * The program, as the service calls it.
   */
  name: string;
  /**
   * As the service stated it. Null: it did not.
   */
  version: string | null;
  /**
   * What a packager added to the version, such as `Debian-5+deb11u1`; null: it was not stated.
   */
  revision: string | null;
  /**
   * Where it was stated: in the first line that the service sent, in what else it answered, in a header of its web page, or in the page by `<meta name="generator">`.
   */
  where: 'greeting' | 'answer' | 'server' | 'x-powered-by' | 'x-generator' | 'generator';
  /**
   * What is known of its version, at least that it is unknown and why.
   */
  verdicts: VersionVerdict[];
}
/**
 * What is known of the version of a component.
 */
export interface VersionVerdict {
  /**
   * `affected`: nobody mends it any more, or its distribution did so in a later package. `fixed`: its distribution mends it. `unknown`: what it says does not tell; `explanation` says why.
   */
  verdict: 'affected' | 'fixed' | 'unknown';
  /**
   * `operating_system`: the release of the system that it was built for. `product_line`: the line of releases of its makers. `vulnerability`: whether flaws that were found in it are in it still.
   */
  about: 'operating_system' | 'product_line' | 'vulnerability';
  /**
   * Of the alert that it is worth. Null: it is worth none.
   */
  severity: ('low' | 'medium' | 'high' | 'critical') | null;
  /**
   * What it means and what to do, in plain English.
   */
  explanation: string;
  /**
   * Whose data it is by. Null: by none.
   */
  source: ('distro-info' | 'endoflife' | 'debian' | 'ubuntu') | null;
  /**
   * The day of that data.
   */
  data_as_of: string | null;
  /**
   * The vulnerability that it is about. Null: none in particular.
   */
  cve: string | null;
  /**
   * The version of the package that mends the vulnerability. Null: there is none.
   */
  fixed_version: string | null;
  /**
   * A command that shows it on the server itself.
   */
  check: string | null;
}
export interface GetCustomerAdditions200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      data: CustomerAdditions;
      meta: Meta;
    };
  };
}
export interface CustomerAdditions {
  /**
   * Which servers customers may add themselves in the portal. off: none; within_capacity: what they pay for, and none before they ever bought; on: the same, and any number before they ever bought.
   */
  mode: 'off' | 'within_capacity' | 'on';
}
export interface ScanEndpoint409 {
  content: {
    'application/json': IdempotencyKeyInUseProblem | EndpointNotActiveProblem;
  };
}
export interface EndpointNotActiveProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'ENDPOINT_NOT_ACTIVE';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface ScanEndpoint429 {
  content: {
    'application/json': RateLimitedProblem | Refusal;
  };
}
export interface RateLimitedProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'RATE_LIMITED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface ScanEndpoint500 {
  content: {
    'application/json': ScanDispatchFailedProblem | InternalErrorProblem;
  };
}
export interface ScanDispatchFailedProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'SCAN_DISPATCH_FAILED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface ScanEndpoint503 {
  content: {
    'application/json': ScanningUnavailableProblem | ServiceBusyProblem;
  };
}
export interface ScanningUnavailableProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'SCANNING_UNAVAILABLE';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface Scan {
  /**
   * Its id.
   */
  id: string;
  /**
   * The endpoint.
   */
  endpoint_id: string;
  /**
   * What caused it.
   */
  trigger: 'scheduled' | 'manual';
  /**
   * Who asked for a scan by hand; null: nobody did, or the audit log does not have it.
   */
  requested_by: ('api_key' | 'administrator' | 'customer' | 'operator' | 'system') | null;
  /**
   * `partial`: the server answered, but not for every port in time. What was seen open is told; nothing counts as closed, and the scan as no look.
   */
  status: 'pending' | 'running' | 'completed' | 'partial' | 'failed' | 'cancelled';
  /**
   * How it was scanned.
   */
  engine: string | null;
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When it began. Null: it has not.
   */
  started_at: string | null;
  /**
   * When it ended. Null: it has not.
   */
  finished_at: string | null;
  /**
   * How long the scan took, in milliseconds.
   */
  scan_duration_ms: number | null;
  /**
   * Whether the host answered anything.
   */
  host_answered: boolean | null;
  /**
   * How many ports the scan covered.
   */
  ports_scanned: number | null;
  /**
   * How many ports did not answer in time: those of a `partial` scan. 0 of a completed one. Null: it has no result.
   */
  missing_ports: number | null;
  /**
   * How many ports the scan saw open.
   */
  open_ports_count: number | null;
  /**
   * What the scan looked at, by the plan at that time, besides ports that were open before. Null: it has no result, or is from before this was kept.
   */
  coverage: {
    /**
     * TCP ports: `top-1000`, `full`, or ranges.
     */
    ports: 'top-1000' | 'full' | 'ranges';
    /**
     * How many TCP ports that are.
     */
    tcp_ports: number;
    /**
     * How many UDP ports were asked besides.
     */
    udp_ports: number;
  } | null;
  /**
   * Why a scan has no result, or none that is complete, as `code: sentence`.
   */
  error: string | null;
}
/**
 * open_ports is null unless the scan completed.
 */
export interface ScanDetail {
  /**
   * Its id.
   */
  id: string;
  /**
   * The endpoint.
   */
  endpoint_id: string;
  /**
   * What caused it.
   */
  trigger: 'scheduled' | 'manual';
  /**
   * Who asked for a scan by hand; null: nobody did, or the audit log does not have it.
   */
  requested_by: ('api_key' | 'administrator' | 'customer' | 'operator' | 'system') | null;
  /**
   * `partial`: the server answered, but not for every port in time. What was seen open is told; nothing counts as closed, and the scan as no look.
   */
  status: 'pending' | 'running' | 'completed' | 'partial' | 'failed' | 'cancelled';
  /**
   * How it was scanned.
   */
  engine: string | null;
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When it began. Null: it has not.
   */
  started_at: string | null;
  /**
   * When it ended. Null: it has not.
   */
  finished_at: string | null;
  /**
   * How long the scan took, in milliseconds.
   */
  scan_duration_ms: number | null;
  /**
   * Whether the host answered anything.
   */
  host_answered: boolean | null;
  /**
   * How many ports the scan covered.
   */
  ports_scanned: number | null;
  /**
   * How many ports did not answer in time: those of a `partial` scan. 0 of a completed one. Null: it has no result.
   */
  missing_ports: number | null;
  /**
   * How many ports the scan saw open.
   */
  open_ports_count: number | null;
  /**
   * What the scan looked at, by the plan at that time, besides ports that were open before. Null: it has no result, or is from before this was kept.
   */
  coverage: {
    /**
     * TCP ports: `top-1000`, `full`, or ranges.
     */
    ports: 'top-1000' | 'full' | 'ranges';
    /**
     * How many TCP ports that are.
     */
    tcp_ports: number;
    /**
     * How many UDP ports were asked besides.
     */
    udp_ports: number;
  } | null;
  /**
   * Why a scan has no result, or none that is complete, as `code: sentence`.
   */
  error: string | null;
  /**
   * Open ports.
   */
  open_ports: number[] | null;
  /**
   * Ports that opened or closed, or whose service, product or version is another than before, TCP first and ascending by port; the first hundred. Left out when there are none.
   *
   * @maxItems 100
   */
  changes?: PortChange[];
}
export interface PortChange {
  /**
   * Port number.
   */
  port: number;
  /**
   * Transport protocol.
   */
  protocol: 'tcp' | 'udp';
  /**
   * Null: it was not open before.
   */
  before: SeenService | null;
  /**
   * Null: it is not open any more.
   */
  now: SeenService | null;
}
export interface SeenService {
  /**
   * `ssh`, `https`, `mysql` …; `unknown` where nothing tells.
   */
  service: string;
  /**
   * `probed`: it showed itself. `port_number`: it did not, and the port number is registered for it.
   */
  known_by: 'probed' | 'port_number';
  /**
   * The program that answers. Null: it did not show which.
   */
  product: string | null;
  /**
   * As the service stated it. Null: it did not.
   */
  version: string | null;
  /**
   * The programs that it says it is made of, the product first: at most eight of 120 characters.
   */
  components: ServiceComponent[];
}
/**
 * A program that has a part in a service, as the service itself stated it.
 */
export interface ServiceComponent {
  /**
   * The program, as the service calls it.
   */
  name: string;
  /**
   * As the service stated it. Null: it did not.
   */
  version: string | null;
  /**
   * What a packager added to the version, such as `Debian-5+deb11u1`; null: it was not stated.
   */
  revision: string | null;
  /**
   * Where it was stated: in the first line that the service sent, in what else it answered, in a header of its web page, or in the page by `<meta name="generator">`.
   */
  where: 'greeting' | 'answer' | 'server' | 'x-powered-by' | 'x-generator' | 'generator';
}
export interface VantageView {
  /**
   * The place, as the operator calls it.
   */
  vantage_point: string;
  /**
   * The scan that it is compared with.
   */
  scan_id: string;
  /**
   * When it was looked at.
   */
  seen_at: string;
  /**
   * False: nothing came back from the server there.
   */
  host_answered: boolean;
  /**
   * Ports that are open there only, as 22/tcp.
   */
  only_there: string[];
  /**
   * Ports that the scan found open, but not there.
   */
  not_there: string[];
}
export interface ListMeta {
  /**
   * Version of the API.
   */
  version: 'v1';
  /**
   * When this was answered.
   */
  timestamp: string;
  /**
   * Whether more follow.
   */
  has_more: boolean;
  /**
   * Give it as `cursor` to go on. Null: this is the last page.
   */
  next_cursor: string | null;
}
export interface ProvisionDomain200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        /**
         * The monitored domain.
         */
        monitored_domain_id: string;
        /**
         * Domain name in lower case, internationalised labels in punycode. Requests may have a URL.
         */
        domain: string;
        /**
         * Its state.
         */
        status: 'active' | 'paused' | 'terminated';
        /**
         * Why nothing changed, or what else is to know.
         */
        note?: string;
      };
      meta: Meta;
    };
  };
}
export interface ProvisionDomain403 {
  content: {
    'application/json':
      | TenantMismatchProblem
      | AccountSuspendedProblem
      | SandboxDisabledProblem
      | AccessDeniedProblem
      | InsufficientRoleProblem
      | SecondFactorNotSetUpProblem
      | OriginMismatchProblem
      | ViewIsReadOnlyProblem
      | DomainLimitExceededProblem;
  };
}
export interface DomainLimitExceededProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'DOMAIN_LIMIT_EXCEEDED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface SuspendDomain200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        /**
         * The monitored domain.
         */
        monitored_domain_id: string;
        /**
         * Its state.
         */
        status: 'active' | 'paused' | 'terminated';
        /**
         * Why nothing changed, or what else is to know.
         */
        note?: string;
      };
      meta: Meta;
    };
  };
}
export interface DomainNotFoundProblemAnswer {
  content: {
    'application/json': DomainNotFoundProblem;
  };
}
export interface DomainNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'DOMAIN_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface UpdateDomain409 {
  content: {
    'application/json': IdempotencyKeyInUseProblem | DomainAlreadyExistsProblem;
  };
}
export interface DomainAlreadyExistsProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'DOMAIN_ALREADY_EXISTS';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface WatchedDomain {
  /**
   * Its id.
   */
  id: string;
  /**
   * Domain name in lower case, internationalised labels in punycode. Requests may have a URL.
   */
  domain: string;
  /**
   * Its state.
   */
  status: 'active' | 'paused' | 'terminated';
  /**
   * Whether the platform paused it, because paid capacity does not cover it.
   */
  quota_paused: boolean;
  /**
   * Whether control was proved.
   */
  verified: boolean;
  /**
   * How many findings there are.
   */
  findings_count: number;
  /**
   * Alerts that are open.
   */
  open_alerts: number;
  /**
   * When it was last scanned. Null: never.
   */
  last_scan_at: string | null;
  /**
   * When it is due for a scan. Null: it is not scanned.
   */
  next_scan_at: string | null;
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When it last changed.
   */
  updated_at: string;
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
  look: DomainLook;
}
/**
 * What became of looking at the domain. Only `looked_at` lets anything be said of it: a source that could have found leaks answered, none failed, and what everybody can see was looked at. `posture_only`: that alone, since no source of leaks is set up.
 */
export interface DomainLook {
  /**
   * Its state.
   */
  state:
    | 'looked_at'
    | 'failing'
    | 'never_scanned'
    | 'paused'
    | 'waiting_for_capacity'
    | 'terminated'
    | 'no_source'
    | 'posture_only';
  /**
   * When a source last answered; null: never.
   */
  at: string | null;
  /**
   * Names of the sources that answered when they were asked last.
   */
  sources: string[];
  /**
   * The same for people.
   */
  sentence: string;
}
export interface ListDomains403 {
  content: {
    'application/json':
      | TenantMismatchProblem
      | AccountSuspendedProblem
      | SandboxDisabledProblem
      | AccessDeniedProblem
      | SecondFactorNotSetUpProblem;
  };
}
export interface MonitoredDomainDetail {
  /**
   * Its id.
   */
  id: string;
  /**
   * Domain name in lower case, internationalised labels in punycode. Requests may have a URL.
   */
  domain: string;
  /**
   * Its state.
   */
  status: 'active' | 'paused' | 'terminated';
  /**
   * Whether the platform paused it, because paid capacity does not cover it.
   */
  quota_paused: boolean;
  /**
   * Whether control was proved.
   */
  verified: boolean;
  /**
   * How many findings there are.
   */
  findings_count: number;
  /**
   * Alerts that are open.
   */
  open_alerts: number;
  /**
   * When it was last scanned. Null: never.
   */
  last_scan_at: string | null;
  /**
   * When it is due for a scan. Null: it is not scanned.
   */
  next_scan_at: string | null;
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When it last changed.
   */
  updated_at: string;
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
  look: DomainLook;
  /**
   * Who was really asked, and what each answered last.
   */
  sources: AskedSource[];
  /**
   * Scans, newest first.
   */
  scans: {
    /**
     * Its id.
     */
    id: string;
    /**
     * Domain name in lower case, internationalised labels in punycode. Requests may have a URL.
     */
    domain: string;
    /**
     * Its state.
     */
    status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
    /**
     * When it was made.
     */
    created_at: string;
    /**
     * When it began. Null: it has not.
     */
    started_at: string | null;
    /**
     * When it ended. Null: it has not.
     */
    finished_at: string | null;
    /**
     * Findings that the sources told.
     */
    findings_seen: number | null;
    /**
     * Findings that were not known before.
     */
    findings_new: number | null;
    /**
     * Sources that were asked.
     */
    sources: {
      /**
       * Where it comes from.
       */
      source: string;
      /**
       * How it ended.
       */
      outcome: 'complete' | 'truncated' | 'failed';
      /**
       * Why it failed. Null: it did not.
       */
      failure: ('not_authorised' | 'domain_not_verified' | 'rate_limited' | 'unavailable' | 'malformed') | null;
      /**
       * What went wrong.
       */
      error: string | null;
      /**
       * Findings.
       */
      findings: number;
      /**
       * How long it took, in milliseconds.
       */
      duration_ms: number;
    }[];
  }[];
}
export interface AskedSource {
  /**
   * Where it comes from.
   */
  source: string;
  /**
   * How it ended.
   */
  outcome: 'complete' | 'truncated' | 'failed';
  /**
   * Why it failed. Null: it did not.
   */
  failure: ('not_authorised' | 'domain_not_verified' | 'rate_limited' | 'unavailable' | 'malformed') | null;
  /**
   * What the source is called.
   */
  name: string;
  /**
   * Null: so long ago that it was forgotten.
   */
  asked_at: string | null;
}
export interface DescribeDomain200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        posture: DomainPosture;
      };
      meta: Meta;
    };
  };
}
export interface DomainPosture {
  /**
   * When a look was last answered; null: none was yet.
   */
  checked_at: string | null;
  /**
   * Whether everything that was asked was answered.
   */
  complete: boolean;
  /**
   * Each check as the last look that was answered left it.
   */
  checks: PostureCheck[];
  /**
   * As they were told.
   */
  dkim_selectors: string[];
  /**
   * Whether it takes and sends mail, as it was told; null: its MX says so.
   */
  expects_mail: boolean | null;
  /**
   * Another registrar, or other name servers, than the registry named before: the latest ten, the last one first. No alert tells of them.
   */
  registration_changes: RegistrationChange[];
}
export interface PostureCheck {
  /**
   * What was looked at.
   */
  check:
    | 'name_servers'
    | 'dnssec'
    | 'mx'
    | 'spf'
    | 'dkim'
    | 'dmarc'
    | 'mta_sts'
    | 'tls_rpt'
    | 'caa'
    | 'registration'
    | 'dangling';
  /**
   * `unknown`: nobody answered what decides, or it cannot be seen from outside. It raises and ends no alert.
   */
  state: 'ok' | 'weak' | 'broken' | 'absent' | 'unknown';
  /**
   * Null: it is in order, or not known.
   */
  severity: ('low' | 'medium' | 'high' | 'critical') | null;
  /**
   * Records as they are.
   */
  found: string[];
  /**
   * The record to publish, as zone files have it; null: there is none, or it cannot be said from outside.
   */
  should_be: string | null;
  /**
   * What it means and what to do, in plain English.
   */
  explanation: string;
}
export interface RegistrationChange {
  /**
   * When it was seen.
   */
  at: string;
  /**
   * Null: it is the same.
   */
  registrar: {
    /**
     * What the registry said before.
     */
    before: string;
    /**
     * What it says since.
     */
    after: string;
  } | null;
  /**
   * Null: they are the same.
   */
  name_servers: {
    /**
     * What the registry said before.
     */
    before: string[];
    /**
     * What it says since.
     */
    after: string[];
  } | null;
}
export interface DomainVerification {
  /**
   * The monitored domain.
   */
  domain_id: string;
  /**
   * Domain name in lower case, internationalised labels in punycode. Requests may have a URL.
   */
  domain: string;
  /**
   * Whether control was proved.
   */
  verified: boolean;
  /**
   * When control was proved. Null: it was not.
   */
  verified_at: string | null;
  /**
   * When it was last looked up.
   */
  checked_at: string | null;
  /**
   * Since when the record is missing. Null: it is there.
   */
  missing_since: string | null;
  /**
   * The DNS record.
   */
  record: {
    /**
     * What type it is of.
     */
    type: 'TXT';
    /**
     * Its name.
     */
    name: string;
    /**
     * Its value.
     */
    value: string;
  };
}
export interface CheckDomainVerification503 {
  content: {
    'application/json': DnsLookupFailedProblem | ServiceBusyProblem;
  };
}
export interface DnsLookupFailedProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'DNS_LOOKUP_FAILED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface LeakedCredential {
  /**
   * Its id.
   */
  id: string;
  /**
   * The monitored domain.
   */
  domain_id: string;
  /**
   * Domain name in lower case, internationalised labels in punycode. Requests may have a URL.
   */
  domain: string;
  /**
   * Where it comes from.
   */
  source: string;
  /**
   * Sources that were asked.
   */
  sources: string[];
  /**
   * How urgent it is.
   */
  severity: 'low' | 'medium' | 'high' | 'critical';
  /**
   * Its state.
   */
  status: 'open' | 'acknowledged' | 'resolved';
  /**
   * The alert.
   */
  alert_id: string;
  /**
   * When it was published.
   */
  published_at: string | null;
  /**
   * When it was first seen.
   */
  first_seen_at: string;
  /**
   * When it was last seen.
   */
  last_seen_at: string;
  /**
   * What has to be said of the source where its findings are shown.
   */
  attribution: {
    /**
     * Where it comes from.
     */
    source: string;
    /**
     * Its name.
     */
    name: string;
    /**
     * Its address.
     */
    url: string | null;
    /**
     * Terms of the source.
     */
    licence: string | null;
  }[];
  /**
   * What kind it is of.
   */
  kind: 'breach' | 'stealer_log' | 'combolist' | 'paste';
  /**
   * The breach or collection that it comes from.
   */
  breach_name: string | null;
  /**
   * Who was leaked; masked until control of the domain is proved.
   */
  identity: string | null;
  /**
   * Findings without an identity.
   */
  unnamed_identities: number;
  /**
   * Whether it is a mailbox of the domain, rather than an account at a site of it.
   */
  is_own_mailbox: boolean;
  /**
   * Kinds of data that were leaked.
   */
  data_classes: string[];
  /**
   * Whether a secret was leaked.
   */
  secret_present: boolean;
  /**
   * How the secret was leaked. It is never kept.
   */
  secret_format: ('clear_text' | 'hashed' | 'encrypted' | 'unknown') | null;
  /**
   * Malware that took it.
   */
  malware_family: string | null;
  /**
   * Site that the credential is for.
   */
  login_site: string | null;
  /**
   * When it happened.
   */
  occurred_at: string | null;
}
export interface DarkWebFinding {
  /**
   * Its id.
   */
  id: string;
  /**
   * The monitored domain.
   */
  domain_id: string;
  /**
   * Domain name in lower case, internationalised labels in punycode. Requests may have a URL.
   */
  domain: string;
  /**
   * Where it comes from.
   */
  source: string;
  /**
   * Sources that were asked.
   */
  sources: string[];
  /**
   * How urgent it is.
   */
  severity: 'low' | 'medium' | 'high' | 'critical';
  /**
   * Its state.
   */
  status: 'open' | 'acknowledged' | 'resolved';
  /**
   * The alert.
   */
  alert_id: string;
  /**
   * When it was published.
   */
  published_at: string | null;
  /**
   * When it was first seen.
   */
  first_seen_at: string;
  /**
   * When it was last seen.
   */
  last_seen_at: string;
  /**
   * What has to be said of the source where its findings are shown.
   */
  attribution: {
    /**
     * Where it comes from.
     */
    source: string;
    /**
     * Its name.
     */
    name: string;
    /**
     * Its address.
     */
    url: string | null;
    /**
     * Terms of the source.
     */
    licence: string | null;
  }[];
  /**
   * What kind it is of.
   */
  kind: 'ransomware_claim' | 'paste' | 'forum' | 'market';
  /**
   * Who did it.
   */
  actor: string | null;
  /**
   * What it is, in a few words.
   */
  title: string;
  /**
   * A part of the text, with identities masked.
   */
  excerpt: string | null;
  /**
   * Where it was seen; written so that nobody follows it by accident.
   */
  source_url: string | null;
  /**
   * When the claim was made.
   */
  claimed_at: string | null;
  /**
   * What of the text named the domain.
   */
  match_type: 'exact_domain' | 'keyword';
  /**
   * How sure the match is.
   */
  confidence: number;
}
export interface DomainAlert {
  /**
   * Its id.
   */
  id: string;
  /**
   * The monitored domain.
   */
  domain_id: string;
  /**
   * Domain name in lower case, internationalised labels in punycode. Requests may have a URL.
   */
  domain: string;
  /**
   * What kind of finding it is about.
   */
  finding_type: 'leaked_credential' | 'dark_web';
  /**
   * What kind it is of.
   */
  kind: 'breach' | 'stealer_log' | 'combolist' | 'paste' | 'ransomware_claim' | 'forum' | 'market';
  /**
   * Where it comes from.
   */
  source: string;
  /**
   * The breach or collection that it comes from.
   */
  breach_name: string | null;
  /**
   * Who did it.
   */
  actor: string | null;
  /**
   * How urgent it is.
   */
  severity: 'low' | 'medium' | 'high' | 'critical';
  /**
   * Its state.
   */
  status: 'open' | 'acknowledged' | 'resolved';
  /**
   * What it is, in a few words.
   */
  title: string;
  /**
   * How many findings there are.
   */
  findings_count: number;
  /**
   * How many identities it is about.
   */
  identities_count: number;
  /**
   * How many of them are the domain's own mailboxes.
   */
  own_mailboxes_count: number;
  /**
   * Findings whose secret was in clear text.
   */
  clear_text_secrets_count: number;
  /**
   * Kinds of data that were leaked.
   */
  data_classes: string[];
  /**
   * What has to be said of the source where its findings are shown.
   */
  attribution: {
    /**
     * Where it comes from.
     */
    source: string;
    /**
     * Its name.
     */
    name: string;
    /**
     * Its address.
     */
    url: string | null;
    /**
     * Terms of the source.
     */
    licence: string | null;
  }[];
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When it was first seen.
   */
  first_detected_at: string;
  /**
   * When it was last seen.
   */
  last_detected_at: string;
  /**
   * When somebody acknowledged it. Null: nobody did.
   */
  acknowledged_at: string | null;
  /**
   * When it ended. Null: it has not.
   */
  resolved_at: string | null;
  /**
   * Why it ended. Null: it has not.
   */
  resolution: ('manual' | 'domain_terminated' | 'cause_ended') | null;
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
}
export interface ExplainedDomainAlert {
  /**
   * Its id.
   */
  id: string;
  /**
   * The monitored domain.
   */
  domain_id: string;
  /**
   * Domain name in lower case, internationalised labels in punycode. Requests may have a URL.
   */
  domain: string;
  /**
   * What kind of finding it is about.
   */
  finding_type: 'leaked_credential' | 'dark_web';
  /**
   * What kind it is of.
   */
  kind: 'breach' | 'stealer_log' | 'combolist' | 'paste' | 'ransomware_claim' | 'forum' | 'market';
  /**
   * Where it comes from.
   */
  source: string;
  /**
   * The breach or collection that it comes from.
   */
  breach_name: string | null;
  /**
   * Who did it.
   */
  actor: string | null;
  /**
   * How urgent it is.
   */
  severity: 'low' | 'medium' | 'high' | 'critical';
  /**
   * Its state.
   */
  status: 'open' | 'acknowledged' | 'resolved';
  /**
   * What it is, in a few words.
   */
  title: string;
  /**
   * How many findings there are.
   */
  findings_count: number;
  /**
   * How many identities it is about.
   */
  identities_count: number;
  /**
   * How many of them are the domain's own mailboxes.
   */
  own_mailboxes_count: number;
  /**
   * Findings whose secret was in clear text.
   */
  clear_text_secrets_count: number;
  /**
   * Kinds of data that were leaked.
   */
  data_classes: string[];
  /**
   * What has to be said of the source where its findings are shown.
   */
  attribution: {
    /**
     * Where it comes from.
     */
    source: string;
    /**
     * Its name.
     */
    name: string;
    /**
     * Its address.
     */
    url: string | null;
    /**
     * Terms of the source.
     */
    licence: string | null;
  }[];
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When it was first seen.
   */
  first_detected_at: string;
  /**
   * When it was last seen.
   */
  last_detected_at: string;
  /**
   * When somebody acknowledged it. Null: nobody did.
   */
  acknowledged_at: string | null;
  /**
   * When it ended. Null: it has not.
   */
  resolved_at: string | null;
  /**
   * Why it ended. Null: it has not.
   */
  resolution: ('manual' | 'domain_terminated' | 'cause_ended') | null;
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
  /**
   * What it means and what to do, in plain English.
   */
  explanation: string;
}
export interface AlertNotFoundProblemAnswer {
  content: {
    'application/json': AlertNotFoundProblem;
  };
}
export interface AlertNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'ALERT_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface AcknowledgeDomainAlert200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        alert: ExplainedDomainAlert;
        /**
         * What it is, in a sentence for people.
         */
        message: string;
      };
      meta: Meta;
    };
  };
}
export interface AcknowledgeDomainAlert409 {
  content: {
    'application/json': IdempotencyKeyInUseProblem | AlertStateConflictProblem;
  };
}
export interface AlertStateConflictProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'ALERT_STATE_CONFLICT';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface GetRecordTemplate200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        template: RecordTemplate;
      };
      meta: Meta;
    };
  };
}
export interface RecordTemplate {
  /**
   * The name whose SPF record names all of your servers that send mail.
   */
  spf_include: string | null;
  /**
   * By which your servers sign.
   */
  dkim_selectors: string[];
  /**
   * Where reports of receivers go; null: to postmaster of each domain.
   */
  report_address: string | null;
}
export interface ProvisionSubscription200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        /**
         * The subscription.
         */
        subscription_id: string;
        /**
         * The product.
         */
        product_slug: string;
        /**
         * A plan of the catalogue.
         */
        plan_slug: string | null;
        /**
         * Slots of products that are sold by number; 1 of others.
         */
        quantity: number | null;
        /**
         * Its state.
         */
        status: 'active' | 'suspended' | 'cancelled';
        capacity: CapacityReport;
        /**
         * Why nothing changed, or what else is to know.
         */
        note?: string;
      };
      meta: Meta;
    };
  };
}
/**
 * What a customer pays for and uses of a product, and what that moved.
 */
export interface CapacityReport {
  /**
   * `port_monitoring` or `domain_monitoring`.
   */
  product_type: string;
  /**
   * Resources that are paid for. Of a product without a limit, what is used.
   */
  capacity: number;
  /**
   * Present when the customer has no limit for the product: it is billed per service.
   */
  uncapped?: true;
  /**
   * Resources that take a place: all that are not terminated, but for servers that their own service pays for.
   */
  usage: number;
  /**
   * Whether more places are taken than are paid for.
   */
  over_quota: boolean;
  /**
   * IP addresses or domain names that were paused for capacity, in the order it was done: newest first.
   */
  newly_paused: string[];
  /**
   * IP addresses or domain names that came back, in the order it was done: oldest first.
   */
  unpaused: string[];
}
export interface ProductNotFoundProblemAnswer {
  content: {
    'application/json': ProductNotFoundProblem;
  };
}
export interface ProductNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'PRODUCT_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface ProvisionSubscription422 {
  content: {
    'application/json': DowngradeUsageExceededProblem | Refusal;
  };
}
export interface DowngradeUsageExceededProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'DOWNGRADE_USAGE_EXCEEDED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface SuspendSubscription200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        /**
         * The subscription.
         */
        subscription_id: string;
        /**
         * Its state.
         */
        status: 'active' | 'suspended' | 'cancelled';
        capacity: CapacityReport;
        /**
         * Why nothing changed, or what else is to know.
         */
        note?: string;
      };
      meta: Meta;
    };
  };
}
export interface SuspendSubscription404 {
  content: {
    'application/json': ProductNotFoundProblem | BillingClientNotFoundProblem | SubscriptionNotFoundProblem;
  };
}
export interface BillingClientNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'BILLING_CLIENT_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface SubscriptionNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'SUBSCRIPTION_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface SuspendSubscription422 {
  content: {
    'application/json': SubscriptionNotChangeableProblem | Refusal;
  };
}
export interface SubscriptionNotChangeableProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'SUBSCRIPTION_NOT_CHANGEABLE';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface ChangeSubscription200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        /**
         * What, or whether anything, changed.
         */
        changed: boolean;
        /**
         * The subscription.
         */
        subscription_id: string;
        /**
         * A plan of the catalogue.
         */
        plan_slug: string | null;
        /**
         * Slots of products that are sold by number; 1 of others.
         */
        quantity: number;
        /**
         * Whether the limit rises, falls or stays. Null: nothing changed.
         */
        direction: ('upgrade' | 'downgrade' | 'lateral') | null;
        /**
         * The plan until now.
         */
        previous_plan_slug: string | null;
        /**
         * The number of slots until now.
         */
        previous_quantity: number;
        /**
         * When the plan and quantity that are in force took effect.
         */
        effective_at: string;
        capacity: CapacityReport;
        /**
         * True: answer what would happen, and change nothing.
         */
        dry_run?: boolean;
        /**
         * Why nothing changed, or what else is to know.
         */
        note?: string;
      };
      meta: Meta;
    };
  };
}
export interface ChangeSubscription404 {
  content: {
    'application/json': ProductNotFoundProblem | SubscriptionNotFoundProblem;
  };
}
export interface ChangeSubscription422 {
  content: {
    'application/json': DowngradeUsageExceededProblem | SubscriptionNotChangeableProblem | Refusal;
  };
}
export interface OfferedPlan {
  /**
   * A plan of the catalogue.
   */
  plan_slug: string;
  /**
   * Endpoints that the plan pays for.
   */
  capacity: number;
  /**
   * Null: the installation's interval.
   */
  scan_interval_seconds: number | null;
  /**
   * How many TCP ports its scans ask.
   */
  tcp_ports: number;
  /**
   * How many UDP ports are asked besides.
   */
  udp_ports: number;
}
export interface Price {
  /**
   * The product.
   */
  product_slug: string;
  /**
   * A plan of the catalogue.
   */
  plan_slug: string | null;
  /**
   * ISO 4217 code.
   */
  currency: string;
  /**
   * How often the amount is due.
   */
  billing_cycle: 'monthly' | 'quarterly' | 'semiannually' | 'annually' | 'biennially' | 'triennially';
  /**
   * Exact to the cent.
   */
  amount: number;
  /**
   * Charged once. Null: none.
   */
  setup_fee: number | null;
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When it last changed.
   */
  updated_at: string;
}
export interface CustomerNotFoundProblemAnswer {
  content: {
    'application/json': CustomerNotFoundProblem;
  };
}
export interface CustomerNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'CUSTOMER_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface ListPrices200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        /**
         * Prices.
         */
        prices: Price[];
        /**
         * Whether more follow.
         */
        has_more: boolean;
        /**
         * Give it as `cursor` to go on. Null: this is the last page.
         */
        next_cursor: string | null;
      };
      meta: Meta;
    };
  };
}
export interface ListPrices403 {
  content: {
    'application/json':
      TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem | SecondFactorNotSetUpProblem;
  };
}
export interface SetPrices403 {
  content: {
    'application/json':
      | TenantMismatchProblem
      | AccountSuspendedProblem
      | SandboxNotAvailableProblem
      | SandboxKeyProblem
      | AccessDeniedProblem
      | InsufficientRoleProblem
      | SecondFactorNotSetUpProblem
      | OriginMismatchProblem
      | ViewIsReadOnlyProblem;
  };
}
export interface SandboxNotAvailableProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'SANDBOX_NOT_AVAILABLE';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface SandboxKeyProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'SANDBOX_KEY';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface Alert {
  /**
   * Its id.
   */
  id: string;
  /**
   * Port number.
   */
  port: number;
  /**
   * Transport protocol.
   */
  protocol: 'tcp' | 'udp';
  /**
   * The service as it showed itself; `unknown` where it did not, whatever the port number suggests.
   */
  service: string;
  /**
   * How urgent it is.
   */
  severity: 'low' | 'medium' | 'high' | 'critical';
  /**
   * How dangerous the service is.
   */
  risk_level: 'low' | 'medium' | 'high' | 'critical';
  /**
   * Its state.
   */
  status: 'open' | 'acknowledged' | 'resolved' | 'false_positive';
  /**
   * What it is, in a few words.
   */
  title: string;
  /**
   * When it was first seen.
   */
  first_detected_at: string;
  /**
   * When it was last seen.
   */
  last_detected_at: string;
  /**
   * The endpoint.
   */
  endpoint_id: string;
  /**
   * IPv4 or IPv6 address; one address, one endpoint per customer.
   */
  ip_address: string;
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
  /**
   * Display hostname.
   */
  hostname: string;
  /**
   * Display name.
   */
  nickname: string;
  /**
   * When somebody acknowledged it. Null: nobody did.
   */
  acknowledged_at: string | null;
  /**
   * When it ended. Null: it has not.
   */
  resolved_at: string | null;
  /**
   * Why it ended. Null: it has not.
   */
  resolution: ('port_closed' | 'allowed' | 'manual' | 'endpoint_terminated') | null;
}
export interface Problem403Answer {
  content: {
    'application/json': Problem403;
  };
}
export interface Problem403 {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 403;
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface Problem500Answer {
  content: {
    'application/json': Problem500;
  };
}
export interface Problem500 {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 500;
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface Problem503Answer {
  content: {
    'application/json': Problem503;
  };
}
export interface Problem503 {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 503;
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface ExplainedAlert {
  /**
   * Its id.
   */
  id: string;
  /**
   * Port number.
   */
  port: number;
  /**
   * Transport protocol.
   */
  protocol: 'tcp' | 'udp';
  /**
   * The service as it showed itself; `unknown` where it did not, whatever the port number suggests.
   */
  service: string;
  /**
   * How urgent it is.
   */
  severity: 'low' | 'medium' | 'high' | 'critical';
  /**
   * How dangerous the service is.
   */
  risk_level: 'low' | 'medium' | 'high' | 'critical';
  /**
   * Its state.
   */
  status: 'open' | 'acknowledged' | 'resolved' | 'false_positive';
  /**
   * What it is, in a few words.
   */
  title: string;
  /**
   * When it was first seen.
   */
  first_detected_at: string;
  /**
   * When it was last seen.
   */
  last_detected_at: string;
  /**
   * The endpoint.
   */
  endpoint_id: string;
  /**
   * IPv4 or IPv6 address; one address, one endpoint per customer.
   */
  ip_address: string;
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
  /**
   * Display hostname.
   */
  hostname: string;
  /**
   * Display name.
   */
  nickname: string;
  /**
   * When somebody acknowledged it. Null: nobody did.
   */
  acknowledged_at: string | null;
  /**
   * When it ended. Null: it has not.
   */
  resolved_at: string | null;
  /**
   * Why it ended. Null: it has not.
   */
  resolution: ('port_closed' | 'allowed' | 'manual' | 'endpoint_terminated') | null;
  /**
   * What it means and what to do, in plain English.
   */
  explanation: string;
}
export interface Problem404Answer {
  content: {
    'application/json': Problem404;
  };
}
export interface Problem404 {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 404;
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface ResolveAlert200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        alert: ExplainedAlert;
        /**
         * What it is, in a sentence for people.
         */
        message: string;
      };
      meta: Meta;
    };
  };
}
export interface Problem409Answer {
  content: {
    'application/json': Problem409;
  };
}
export interface Problem409 {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 409;
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface MonitoringAlert {
  /**
   * Its id.
   */
  id: string;
  /**
   * What kind it is of.
   */
  kind: string;
  /**
   * What it is about.
   */
  subject: {
    /**
     * What type it is of.
     */
    type: 'endpoint' | 'domain';
    /**
     * Its id.
     */
    id: string;
    /**
     * What people call it: the nickname or host name of a server, else its address; the name of a domain.
     */
    name: string;
    /**
     * Of the server; null of a domain.
     */
    address: string | null;
    /**
     * What its customer calls the server; null of a domain.
     */
    nickname: string | null;
  };
  /**
   * How urgent it is.
   */
  severity: 'low' | 'medium' | 'high' | 'critical';
  /**
   * Its state.
   */
  status: 'open' | 'acknowledged' | 'resolved' | 'false_positive';
  /**
   * What it is, in a few words.
   */
  title: string;
  /**
   * What it means and what to do, in plain English.
   */
  explanation: string;
  /**
   * What was seen, in words.
   */
  facts: {
    /**
     * How people call it.
     */
    label: string;
    /**
     * Its value.
     */
    value: string;
  }[];
  /**
   * Commands that end the cause, in the order to run them, for each platform. Null: there are none here; ports have GET /alerts/{id}/remediation.
   */
  remediation: {
    /**
     * The platform that fits best, as far as that is known.
     */
    selected: string;
    /**
     * Every platform that there are commands for.
     */
    platforms: {
      /**
       * Its name.
       */
      name: string;
      /**
       * How people call it.
       */
      label: string;
      /**
       * Commands, in the order to run them.
       */
      commands: {
        [k: string]: string;
      };
    }[];
  } | null;
  /**
   * What was seen, as its kind records it.
   */
  evidence: {
    [k: string]: unknown;
  };
  /**
   * What its kind and status allow; a kind may still refuse to reopen, as for a port that has closed.
   */
  actions: ('acknowledge' | 'false-positive' | 'resolve' | 'reopen')[];
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When it was first seen.
   */
  first_detected_at: string;
  /**
   * When it was last seen.
   */
  last_detected_at: string;
  /**
   * When somebody acknowledged it. Null: nobody did.
   */
  acknowledged_at: string | null;
  /**
   * When an alert that was acknowledged or marked for a time is open again; null: it stays as it is.
   */
  snoozed_until: string | null;
  /**
   * When it ended. Null: it has not.
   */
  resolved_at: string | null;
  /**
   * Why it ended. Null: it has not.
   */
  resolution: string | null;
  /**
   * Who resolved it by hand; null: nobody did, or the audit log does not go back that far.
   */
  resolved_by: ('api_key' | 'administrator' | 'customer' | 'operator' | 'system') | null;
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
  /**
   * As the billing system told it; null: it did not.
   */
  customer_name: string | null;
}
export interface AcknowledgeMonitoringAlert200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        alert: MonitoringAlert;
        /**
         * What it is, in a sentence for people.
         */
        message: string;
      };
      meta: Meta;
    };
  };
}
export interface Cause {
  /**
   * What kind it is of.
   */
  kind: string;
  /**
   * How urgent it is.
   */
  severity: 'low' | 'medium' | 'high' | 'critical';
  /**
   * The fault, without the servers that have it.
   */
  title: string;
  /**
   * Whether servers or domains have it.
   */
  subject_type: 'endpoint' | 'domain';
  /**
   * How many servers or domains have it.
   */
  resources: number;
  /**
   * How many customers these belong to.
   */
  customers: number;
  /**
   * When it was first seen on the first of them.
   */
  first_detected_at: string;
  /**
   * On which port; null: it is about none, or about several.
   */
  port: number | null;
  /**
   * Transport protocol.
   */
  protocol: ('tcp' | 'udp') | null;
  /**
   * The alert that was seen first; it says how the fault is ended.
   */
  oldest_alert: {
    /**
     * Its id.
     */
    id: string;
    /**
     * What it is about.
     */
    subject: {
      /**
       * What type it is of.
       */
      type: 'endpoint' | 'domain';
      /**
       * Its id.
       */
      id: string;
      /**
       * What people call it: the nickname or host name of a server, else its address; the name of a domain.
       */
      name: string;
      /**
       * Of the server; null of a domain.
       */
      address: string | null;
      /**
       * What its customer calls the server; null of a domain.
       */
      nickname: string | null;
    };
    /**
     * The customer's id in the billing system.
     */
    billing_customer_id: number;
  };
}
export interface GetAlertCheck200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        check: AlertCheck;
      };
      meta: Meta;
    };
  };
}
export interface AlertCheck {
  /**
   * The alert.
   */
  alert_id: string;
  /**
   * Where the alert stands.
   */
  alert_status: 'open' | 'acknowledged' | 'resolved' | 'false_positive';
  /**
   * Why no scan can tell, as a sentence. Null: one can.
   */
  impossible: string | null;
  /**
   * The last scan of the alert's server, whoever asked for it.
   */
  scan: {
    /**
     * Its state.
     */
    status: 'pending' | 'running' | 'completed' | 'partial' | 'failed' | 'cancelled';
    /**
     * When it was made.
     */
    created_at: string;
    /**
     * When it began. Null: it has not.
     */
    started_at: string | null;
    /**
     * When it ended. Null: it has not.
     */
    finished_at: string | null;
  } | null;
  /**
   * Whether that scan saw the cause. Null: it has no result, or not yet.
   */
  still_seen: boolean | null;
  /**
   * Seconds until a scan can be asked for; 0: now.
   */
  retry_after_seconds: number;
}
export interface AlertNotCheckableProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'ALERT_NOT_CHECKABLE';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
/**
 * What may be said of the customer, the most important first. Only `well` says that there is nothing to do.
 */
export interface Standing {
  /**
   * What it is, for programs: an error code, or the code of an authenticator application.
   */
  code:
    | 'open_ports'
    | 'alerts'
    | 'nothing_monitored'
    | 'servers_not_scanned'
    | 'servers_first_scan'
    | 'domains_no_source'
    | 'domains_not_looked_at'
    | 'domains_posture_only'
    | 'domains_unverified'
    | 'well';
  /**
   * Of how many alerts, servers or domains it speaks.
   */
  count: number;
  /**
   * The same for people, without a full stop.
   */
  sentence: string;
}
export interface AllowedPortsRule {
  /**
   * Its id.
   */
  id: string;
  /**
   * Null: all of the partner's customers.
   */
  billing_customer_id: number | null;
  /**
   * Null: every endpoint in scope.
   */
  endpoint_id: string | null;
  /**
   * First port of the range.
   */
  port_start: number;
  /**
   * Last port of the range; the first when left out.
   */
  port_end: number;
  /**
   * Transport protocol.
   */
  protocol: 'tcp' | 'udp' | 'both';
  /**
   * Free text.
   */
  description: string | null;
  /**
   * Where it comes from.
   */
  source: 'manual' | 'firewall_ingest';
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * Who made it; null: the audit log does not go back that far.
   */
  created_by: ('api_key' | 'administrator' | 'customer' | 'operator' | 'system') | null;
  /**
   * When it last changed.
   */
  updated_at: string;
  /**
   * From then on the rule covers nothing. Null: it has no end.
   */
  expires_at: string | null;
}
export interface CreateAllowedPorts200 {
  content: {
    'application/json': {
      data: AllowedPortsRule;
      /**
       * Addresses of related reads.
       */
      links: {
        /**
         * Address of this resource.
         */
        self: string;
      };
      meta: Meta;
    };
  };
}
export interface RuleAlreadyExistsProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'RULE_ALREADY_EXISTS';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface GetNotificationSettings200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        /**
         * False: no mail server is set up, so nothing is sent.
         */
        mail_available: boolean;
        /**
         * Settings.
         */
        settings: {
          /**
           * Whether mail about open ports is wanted.
           */
          port_alerts: boolean;
          /**
           * The lowest severity of open ports of which mail is wanted.
           */
          port_alerts_min_severity: 'low' | 'medium' | 'high' | 'critical';
          /**
           * Whether mail about domain alerts is wanted.
           */
          domain_alerts: boolean;
          /**
           * Alerts of other kinds, as `kind` of GET /monitoring/alerts names them.
           */
          kinds: {
            [k: string]: {
              /**
               * What such alerts are about, as `leaks about your domains`.
               */
              title: string;
              /**
               * Whether it is on.
               */
              enabled: boolean;
              /**
               * The lowest severity of which mail is wanted. Null: any.
               */
              min_severity: ('low' | 'medium' | 'high' | 'critical') | null;
            };
          };
        };
        /**
         * Addresses that get mail.
         */
        recipients: NotificationRecipient[];
        /**
         * How many addresses can be added.
         */
        max_added_recipients: number;
      };
      meta: Meta;
    };
  };
}
export interface NotificationRecipient {
  /**
   * Its id.
   */
  id: string;
  /**
   * E-mail address.
   */
  email: string;
  /**
   * billing: the address that the billing system tells; it need not confirm.
   */
  source: 'billing' | 'added';
  /**
   * Mail goes to active ones only. failing: a mail server refused the address for good, or mail came back from there.
   */
  status: 'pending' | 'active' | 'unsubscribed' | 'failing';
  /**
   * What the mail server said when it refused the address, or sent mail back.
   */
  failure: string | null;
  /**
   * The last mail about alerts.
   */
  last_mail_at: string | null;
  /**
   * Whether it gets the report of each month.
   */
  monthly_report: boolean;
  /**
   * Whether it gets a mail on Monday after a week in which it heard nothing else; none of a partner that has ended them.
   */
  weekly_summary: boolean;
  /**
   * When it is told of what is not critical: at once, gathered for 5 minutes, or in a digest in the morning of each day or Monday.
   */
  delivery: 'immediate' | 'gathered' | 'daily' | 'weekly';
  /**
   * Times of the clock in its zone, as 22:00, between which only what is critical is mailed; over midnight when from is later.
   */
  quiet_hours: {
    /**
     * When they begin.
     */
    from: string;
    /**
     * When they end.
     */
    to: string;
  } | null;
  /**
   * The zone of its quiet hours and mornings, as the IANA database names it: `Europe/Berlin`.
   */
  time_zone: string;
  /**
   * Whether it is told, too, that what it was told of is over. Digests always say so.
   */
  tell_resolved: boolean;
}
export interface AddNotificationRecipient200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        recipient: NotificationRecipient;
      };
      meta: Meta;
    };
  };
}
export interface ProofRequiredProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'PROOF_REQUIRED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface RecipientLimitExceededProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'RECIPIENT_LIMIT_EXCEEDED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface MailNotSetUpProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'MAIL_NOT_SET_UP';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface ConfirmationSentRecentlyProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'CONFIRMATION_SENT_RECENTLY';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface RecipientNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'RECIPIENT_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface GetWeeklySummarySetting200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      data: WeeklySummarySetting;
      meta: Meta;
    };
  };
}
export interface WeeklySummarySetting {
  /**
   * Whether customers get a mail on Monday after a week in which they heard nothing else. Each address can end it for itself.
   */
  enabled: boolean;
}
export interface Channel {
  /**
   * Its id.
   */
  id: string;
  /**
   * Whose it is. Null: the account's own.
   */
  billing_customer_id: number | null;
  /**
   * What type it is of.
   */
  type: 'slack' | 'teams' | 'discord' | 'telegram' | 'pagerduty' | 'opsgenie' | 'ntfy' | 'mattermost' | 'rocketchat';
  /**
   * Its name.
   */
  name: string;
  /**
   * Where it leads, without what lets anybody in.
   */
  target: string;
  /**
   * The kinds of alerts that it hears of. Empty: all.
   */
  kinds: string[];
  /**
   * The lowest severity of which mail is wanted. Null: any.
   */
  min_severity: 'low' | 'medium' | 'high' | 'critical';
  /**
   * The customers that it hears of. Empty: all.
   */
  billing_customer_ids: number[];
  /**
   * The servers that it hears of, and then of no domain. Empty: everything.
   */
  endpoint_ids: string[];
  /**
   * When it hears of what is not critical: daily and weekly between 08:00 and 08:30 in its time zone, on Mondays.
   */
  urgency: 'at_once' | 'five_minutes' | 'daily' | 'weekly';
  /**
   * From then until quiet_until it hears of nothing but what is critical. Null: there are no such hours.
   */
  quiet_from: string | null;
  /**
   * When quiet hours end.
   */
  quiet_until: string | null;
  /**
   * Of quiet hours and of daily and weekly messages.
   */
  time_zone: string;
  /**
   * paused: by hand. disabled: the destination wants no more, or took nothing for five days. What happens meanwhile is told when it is active again.
   */
  status: 'active' | 'paused' | 'disabled';
  /**
   * Why the last message did not arrive. Null: it did.
   */
  failure: string | null;
  /**
   * When the last message did not arrive.
   */
  failed_at: string | null;
  /**
   * When the last message arrived.
   */
  last_delivered_at: string | null;
  /**
   * Messages that wait to be sent.
   */
  waiting: number;
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When it last changed.
   */
  updated_at: string;
}
export interface ListChannels403 {
  content: {
    'application/json':
      | TenantMismatchProblem
      | AccountSuspendedProblem
      | SandboxKeyProblem
      | AccessDeniedProblem
      | SecondFactorNotSetUpProblem;
  };
}
export interface AddChannel201 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        channel: Channel;
      };
      meta: Meta;
    };
  };
}
export interface ChannelLimitExceededProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'CHANNEL_LIMIT_EXCEEDED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface ChannelNotFoundProblemAnswer {
  content: {
    'application/json': ChannelNotFoundProblem;
  };
}
export interface ChannelNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'CHANNEL_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface ChannelTestedRecentlyProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'CHANNEL_TESTED_RECENTLY';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface Webhook {
  /**
   * Its id.
   */
  id: string;
  /**
   * Whose events it gets: those of the real world, or those of the sandbox.
   */
  world: 'live' | 'sandbox';
  /**
   * Where events are posted to. People of the role support see it without the values of its query.
   */
  url: string;
  /**
   * Types of events that are wanted. An empty list: all.
   */
  types: string[];
  /**
   * What it is for, in your words.
   */
  description: string | null;
  /**
   * Whether events are sent to it.
   */
  enabled: boolean;
  /**
   * by_hand: somebody disabled it. gone: the receiver answered 410. failing: it had no success for five days. Null: it is enabled.
   */
  disabled_reason: ('by_hand' | 'gone' | 'failing') | null;
  /**
   * Null: it is enabled.
   */
  disabled_at: string | null;
  /**
   * Of the first failure since the last success. Null: the last attempt arrived, or there was none.
   */
  failing_since: string | null;
  /**
   * Until when requests are signed with the secret before the last rotation, too. Null: they are not.
   */
  previous_secret_until: string | null;
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When it last changed.
   */
  updated_at: string;
}
export interface CreateWebhook201 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        webhook: Webhook;
        /**
         * `whsec_` and 32 bytes in base64, which requests are signed with. It is shown this once.
         */
        secret: string;
      };
      meta: Meta;
    };
  };
}
export interface CreateWebhook403 {
  content: {
    'application/json':
      | TenantMismatchProblem
      | AccountSuspendedProblem
      | SandboxDisabledProblem
      | AccessDeniedProblem
      | InsufficientRoleProblem
      | SecondFactorNotSetUpProblem
      | ProofRequiredProblem
      | OriginMismatchProblem
      | ViewIsReadOnlyProblem;
  };
}
export interface WebhookLimitExceededProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'WEBHOOK_LIMIT_EXCEEDED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface GetWebhook200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        webhook: Webhook;
      };
      meta: Meta;
    };
  };
}
export interface WebhookNotFoundProblemAnswer {
  content: {
    'application/json': WebhookNotFoundProblem;
  };
}
export interface WebhookNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'WEBHOOK_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface TestWebhook409 {
  content: {
    'application/json': IdempotencyKeyInUseProblem | WebhookDisabledProblem;
  };
}
export interface WebhookDisabledProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'WEBHOOK_DISABLED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface WebhookDelivery {
  /**
   * The event's, and the webhook-id of each request.
   */
  id: string;
  /**
   * What kind of event it is.
   */
  event_type: string;
  /**
   * pending: it waits for its first or next attempt. failed: the plan of retries is over, or the webhook was disabled.
   */
  status: 'pending' | 'delivered' | 'failed';
  /**
   * Ever made.
   */
  attempts: number;
  /**
   * Null: there is none.
   */
  next_attempt_at: string | null;
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When it arrived or was given up.
   */
  settled_at: string | null;
  /**
   * Null: nothing was tried yet.
   */
  last_attempt: {
    /**
     * When it began.
     */
    at: string;
    /**
     * How long it took, in milliseconds.
     */
    duration_ms: number;
    /**
     * Of the answer. Null: there was none.
     */
    status: number | null;
    /**
     * Why it did not arrive. Null: it did.
     */
    failure: string | null;
  } | null;
}
export interface WebhookDeliveryDetail {
  /**
   * The event's, and the webhook-id of each request.
   */
  id: string;
  /**
   * What kind of event it is.
   */
  event_type: string;
  /**
   * pending: it waits for its first or next attempt. failed: the plan of retries is over, or the webhook was disabled.
   */
  status: 'pending' | 'delivered' | 'failed';
  /**
   * Ever made.
   */
  attempts: number;
  /**
   * Null: there is none.
   */
  next_attempt_at: string | null;
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When it arrived or was given up.
   */
  settled_at: string | null;
  /**
   * Null: nothing was tried yet.
   */
  last_attempt: {
    /**
     * When it began.
     */
    at: string;
    /**
     * How long it took, in milliseconds.
     */
    duration_ms: number;
    /**
     * Of the answer. Null: there was none.
     */
    status: number | null;
    /**
     * Why it did not arrive. Null: it did.
     */
    failure: string | null;
  } | null;
  /**
   * Of the last attempt. Null: nothing was sent.
   */
  request: {
    /**
     * Where it was sent to.
     */
    url: string;
    /**
     * Those that belong to the signature, and content-type.
     */
    headers: {
      [k: string]: string;
    };
    /**
     * The event. Null: it is no longer kept.
     */
    body: string | null;
  } | null;
  /**
   * To the last attempt. Null: there was none.
   */
  answer: {
    /**
     * Its state.
     */
    status: number;
    /**
     * content-type, date, location and retry-after, as far as there are any.
     */
    headers: {
      [k: string]: string;
    };
    /**
     * The first 4 KiB.
     */
    body: string;
    /**
     * Whether the body was longer.
     */
    is_cut: boolean;
  } | null;
}
export interface GetWebhookDelivery404 {
  content: {
    'application/json': WebhookNotFoundProblem | DeliveryNotFoundProblem;
  };
}
export interface DeliveryNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'DELIVERY_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface BillingClientNotFoundProblemAnswer {
  content: {
    'application/json': BillingClientNotFoundProblem;
  };
}
export interface GetScenario200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        /**
         * What scans of the sandbox find.
         */
        scenario: 'clean' | 'warnings' | 'critical';
        /**
         * The endpoint.
         */
        endpoint_id: string | null;
      };
      meta: Meta;
    };
  };
}
export interface AdvanceSandboxClock409 {
  content: {
    'application/json': IdempotencyKeyInUseProblem | SandboxBusyProblem;
  };
}
export interface SandboxBusyProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'SANDBOX_BUSY';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface ListedCustomer {
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
  /**
   * Its name.
   */
  name: string | null;
  /**
   * E-mail address.
   */
  email: string | null;
  /**
   * Endpoints.
   */
  endpoints: number;
  /**
   * Monitored domains.
   */
  domains: number;
  /**
   * Alerts that are open.
   */
  open_alerts: number;
  /**
   * Endpoints that nobody looks at: paused, or of an address that is never scanned.
   */
  endpoints_not_scanned: number;
  /**
   * Open alerts of every kind.
   */
  alerts_by_severity: {
    /**
     * Of severity critical.
     */
    critical: number;
    /**
     * Of severity high.
     */
    high: number;
    /**
     * Of severity medium.
     */
    medium: number;
    /**
     * Of severity low.
     */
    low: number;
  };
  /**
   * Of the open alerts of every kind. Null: none is open.
   */
  worst_severity: ('low' | 'medium' | 'high' | 'critical') | null;
  /**
   * When it was made.
   */
  created_at: string;
}
export interface Customer {
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
  /**
   * Its name.
   */
  name: string | null;
  /**
   * E-mail address.
   */
  email: string | null;
  /**
   * That the customer chose (BCP 47). Null: what the browser asks for.
   */
  language: string | null;
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When it last changed.
   */
  updated_at: string;
  /**
   * Services.
   */
  services: {
    /**
     * The service's id in the billing system.
     */
    service_id: number;
    /**
     * The product.
     */
    product_slug: string | null;
    /**
     * A plan of the catalogue.
     */
    plan_slug: string | null;
    /**
     * Monthly recurring revenue, exact to the cent.
     */
    mrr: number | null;
    /**
     * When it was made.
     */
    created_at: string;
    /**
     * When it last changed.
     */
    updated_at: string;
  }[];
  /**
   * Subscriptions.
   */
  subscriptions: {
    /**
     * The subscription.
     */
    subscription_id: string;
    /**
     * The service's id in the billing system.
     */
    service_id: number;
    /**
     * The product.
     */
    product_slug: 'port_monitoring' | 'domain_monitoring';
    /**
     * A plan of the catalogue.
     */
    plan_slug: string | null;
    /**
     * Slots of products that are sold by number; 1 of others.
     */
    quantity: number;
    /**
     * Monthly recurring revenue, exact to the cent.
     */
    mrr: number | null;
    /**
     * Its state.
     */
    status: 'active' | 'suspended' | 'cancelled';
    /**
     * When it was made.
     */
    created_at: string;
    /**
     * When it last changed.
     */
    updated_at: string;
    /**
     * Times of one state and terms each, oldest first.
     */
    windows: {
      /**
       * Its state.
       */
      state: 'active' | 'suspended' | 'cancelled';
      /**
       * A plan of the catalogue.
       */
      plan_slug: string | null;
      /**
       * Slots of products that are sold by number; 1 of others.
       */
      quantity: number;
      /**
       * Monthly recurring revenue, exact to the cent.
       */
      mrr: number | null;
      /**
       * When it began. Null: it has not.
       */
      started_at: string;
      /**
       * When it ended. Null: it lasts.
       */
      ended_at: string | null;
    }[];
  }[];
  /**
   * Monitored domains.
   */
  domains: {
    /**
     * The monitored domain.
     */
    monitored_domain_id: string;
    /**
     * Domain name in lower case, internationalised labels in punycode. Requests may have a URL.
     */
    domain: string;
    /**
     * Its state.
     */
    status: 'active' | 'paused' | 'terminated';
    /**
     * Whether the platform paused it, because paid capacity does not cover it.
     */
    quota_paused: boolean;
    /**
     * The service's id in the billing system.
     */
    service_id: number;
    /**
     * When it was made.
     */
    created_at: string;
  }[];
  /**
   * Endpoints.
   */
  endpoints: {
    /**
     * How many are active.
     */
    active: number;
    /**
     * How many are paused.
     */
    paused: number;
    /**
     * Whether the platform paused it, because paid capacity does not cover it.
     */
    quota_paused: number;
  };
  /**
   * Places that are paid for, by product or in all. Null: any number.
   */
  capacity: {
    /**
     * Of port monitoring.
     */
    port_monitoring: {
      /**
       * Places that are paid for, by product or in all. Null: any number.
       */
      capacity: number | null;
      /**
       * Places that are taken.
       */
      usage: number;
      /**
       * Whether more places are taken than are paid for.
       */
      over_quota: boolean;
    };
    /**
     * Of domain monitoring.
     */
    domain_monitoring: {
      /**
       * Places that are paid for, by product or in all. Null: any number.
       */
      capacity: number | null;
      /**
       * Places that are taken.
       */
      usage: number;
      /**
       * Whether more places are taken than are paid for.
       */
      over_quota: boolean;
    };
  };
}
export interface ServerOfCustomer {
  /**
   * Its id.
   */
  id: string;
  /**
   * IPv4 or IPv6 address; one address, one endpoint per customer.
   */
  ip_address: string;
  /**
   * Display hostname.
   */
  hostname: string;
  /**
   * Display name.
   */
  nickname: string;
  /**
   * Whether it is looked at: scanned; not_yet (the first scan is to come); unreachable or answers_everything (nothing can be said of its ports); never (its address is never scanned); paused; no_room (paused because paid capacity does not cover it).
   */
  state: 'scanned' | 'not_yet' | 'unreachable' | 'answers_everything' | 'never' | 'paused' | 'no_room';
  /**
   * When it was last scanned. Null: never.
   */
  last_scan_at: string | null;
  /**
   * Open alerts of every kind.
   */
  open_alerts: number;
  /**
   * Of the open alerts of every kind. Null: none is open.
   */
  worst_severity: ('low' | 'medium' | 'high' | 'critical') | null;
}
export interface ListedService {
  /**
   * The service's id in the billing system.
   */
  service_id: number;
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
  /**
   * Its name.
   */
  name: string | null;
  /**
   * E-mail address.
   */
  email: string | null;
  /**
   * The product.
   */
  product_slug: string | null;
  /**
   * A plan of the catalogue.
   */
  plan_slug: string | null;
  /**
   * Monthly recurring revenue, exact to the cent.
   */
  mrr: number | null;
  /**
   * Subscriptions.
   */
  subscriptions: {
    /**
     * The product.
     */
    product_slug: 'port_monitoring' | 'domain_monitoring';
    /**
     * A plan of the catalogue.
     */
    plan_slug: string | null;
    /**
     * Slots of products that are sold by number; 1 of others.
     */
    quantity: number;
    /**
     * Monthly recurring revenue, exact to the cent.
     */
    mrr: number | null;
    /**
     * Its state.
     */
    status: 'active' | 'suspended' | 'cancelled';
  }[];
  /**
   * The newest ten that are not terminated.
   */
  servers: {
    /**
     * Its id.
     */
    id: string;
    /**
     * IPv4 or IPv6 address; one address, one endpoint per customer.
     */
    ip_address: string;
    /**
     * Its state.
     */
    status: 'active' | 'paused';
    /**
     * Whether the platform paused it, because paid capacity does not cover it.
     */
    quota_paused: boolean;
  }[];
  /**
   * How many servers are not terminated.
   */
  server_count: number;
}
export interface ListedSubscription {
  /**
   * The subscription.
   */
  subscription_id: string;
  /**
   * The service's id in the billing system.
   */
  service_id: number;
  /**
   * The product.
   */
  product_slug: 'port_monitoring' | 'domain_monitoring';
  /**
   * A plan of the catalogue.
   */
  plan_slug: string | null;
  /**
   * Slots of products that are sold by number; 1 of others.
   */
  quantity: number;
  /**
   * Monthly recurring revenue, exact to the cent.
   */
  mrr: number | null;
  /**
   * Its state.
   */
  status: 'active' | 'suspended' | 'cancelled';
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When it last changed.
   */
  updated_at: string;
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
}
/**
 * How much the other customer has by it.
 */
export interface MovedBelongings {
  /**
   * Services. One that both customers have counts: it is one from then on.
   */
  services: number;
  /**
   * Subscriptions.
   */
  subscriptions: number;
  /**
   * Servers, terminated ones included.
   */
  endpoints: number;
  /**
   * Domains, terminated ones included.
   */
  domains: number;
  /**
   * Allowed Ports rules.
   */
  allowed_ports: number;
  /**
   * Alerts of every kind and status.
   */
  alerts: number;
  /**
   * Leaked credentials and mentions on the dark web.
   */
  findings: number;
  /**
   * E-mail addresses that get the customer's mail.
   */
  recipients: number;
  /**
   * Chats and pagers, in the order in which they were added.
   */
  channels: number;
}
/**
 * Something that both customers had, so that it could not be moved.
 */
export interface LeftBehind {
  /**
   * What type it is of.
   */
  type: 'endpoint' | 'domain' | 'subscription' | 'allowed_port' | 'recipient' | 'notification_setting';
  /**
   * Address, domain name, `product of service n`, `port:protocol`, e-mail address, or kind of alert.
   */
  name: string;
  /**
   * The customer whose record is kept, by its id in the billing system before the move.
   */
  kept_of: number | null;
  /**
   * The server or domain that is kept. Null: it is neither.
   */
  kept_id: string | null;
  /**
   * What became of it.
   */
  note: string;
}
export interface ServiceUsage {
  /**
   * The customer's id in the billing system.
   */
  client_id: number;
  /**
   * The service's id in the billing system. Null: resources of no service.
   */
  service_id: number | null;
  /**
   * What the service is known as.
   */
  product_slug: string | null;
  /**
   * The plan that the service has now.
   */
  plan_slug: string | null;
  /**
   * What is counted.
   */
  unit: 'endpoint' | 'domain';
  /**
   * Active at the end of the period, or now while it lasts.
   */
  current: number;
  /**
   * The most that were active at once.
   */
  peak: number;
  /**
   * Active on average over what has passed of the period: a decimal with four places.
   */
  average: string;
  /**
   * Seconds that its resources were active, added up: each full second of the clock counts as what it ended as.
   */
  active_seconds: number;
  /**
   * When how many were active, oldest first, without times of none.
   */
  windows: {
    /**
     * When this number began, not before the period.
     */
    started_at: string;
    /**
     * When it ended; now while it lasts, not behind the period.
     */
    ended_at: string;
    /**
     * Active resources during the window.
     */
    active: number;
  }[];
  /**
   * Whether a part of the figures is from before changes were recorded: until then a resource counts as active from its creation until it was terminated or, if it was paused at that time, last changed.
   */
  is_estimated: boolean;
}
export interface MonthlyReport {
  /**
   * Null: of all customers.
   */
  billing_customer_id: number | null;
  /**
   * As the billing system told it; null: it did not.
   */
  customer_name: string | null;
  /**
   * As asked for.
   */
  month: string;
  /**
   * False: the month still lasts, and the figures are as of now.
   */
  is_over: boolean;
  /**
   * When this was counted.
   */
  as_of: string;
  /**
   * What the report comes to, in sentences.
   */
  summary: string[];
  figures: MonthFigures;
  before: MonthFigures1;
  /**
   * Up to three things to do, the most urgent first.
   */
  do_first: ReportAdvice[];
  /**
   * Of the most urgent causes that were left when the month ended, up to five, the most urgent alert.
   */
  still_open: ReportedCause[];
  /**
   * The most urgent alerts that were fixed: up to five.
   */
  fixed: ReportedAlert[];
  /**
   * Whether there was anything to look at, and all of it was: only then does the report say that nothing is open.
   */
  all_looked_at: boolean;
  /**
   * What was looked at in the month.
   */
  coverage: {
    servers: ReportCoverage;
    domains: ReportCoverage;
  };
  /**
   * What is paid for now. Null: of all customers.
   */
  capacity: {
    /**
     * Of port monitoring.
     */
    port_monitoring: {
      /**
       * Null: not capped.
       */
      capacity: number | null;
      /**
       * What takes room in it.
       */
      usage: number;
    };
    /**
     * Of domain monitoring.
     */
    domain_monitoring: {
      /**
       * Null: not capped.
       */
      capacity: number | null;
      /**
       * What takes room in it.
       */
      usage: number;
    };
  } | null;
  /**
   * Up to ten customers with the most urgent alerts; empty when one is named.
   */
  customers: {
    /**
     * The customer's id in the billing system.
     */
    billing_customer_id: number;
    /**
     * Its name.
     */
    name: string | null;
    /**
     * Open alerts of this severity when the month ended.
     */
    low: number;
    /**
     * Open alerts of this severity when the month ended.
     */
    medium: number;
    /**
     * Open alerts of this severity when the month ended.
     */
    high: number;
    /**
     * Open alerts of this severity when the month ended.
     */
    critical: number;
  }[];
  /**
   * Oldest first, without gaps.
   */
  exposure: ExposureDay[];
}
export interface MonthFigures {
  /**
   * A month of UTC.
   */
  month: string;
  total: AlertLedger;
  /**
   * The same for each severity.
   */
  by_severity: {
    low: AlertLedger;
    medium: AlertLedger;
    high: AlertLedger;
    critical: AlertLedger;
  };
  /**
   * Kinds of alerts that there were any of.
   */
  by_kind: {
    /**
     * What kind it is of.
     */
    kind: string;
    /**
     * What such alerts are about, as `leaks about your domains`.
     */
    title: string;
    /**
     * Open before the month began.
     */
    open_at_start: number;
    /**
     * Alerts that were raised.
     */
    raised: number;
    /**
     * Alerts that were closed and are open again: by a person, or because a time was over.
     */
    reopened: number;
    /**
     * fixed, allowed, false_positives and removed together.
     */
    closed: number;
    /**
     * The cause ended, or somebody resolved the alert.
     */
    fixed: number;
    /**
     * An Allowed Ports rule covers the port.
     */
    allowed: number;
    /**
     * Marked as false positives.
     */
    false_positives: number;
    /**
     * Their server or domain was terminated.
     */
    removed: number;
    /**
     * Alerts that got this severity less those that lost it while they were open; 0 over all severities.
     */
    reassessed: number;
    /**
     * Open when the month ended, or now: open_at_start + raised + reopened − closed + reassessed.
     */
    open_at_end: number;
    /**
     * Half of the fixed ones had been open for no longer; null: none was fixed.
     */
    median_seconds: number | null;
    /**
     * Nine tenths of the fixed ones had been open for no longer; null: none was fixed.
     */
    p90_seconds: number | null;
  }[];
}
/**
 * What became of alerts in a month. An alert counts as open while it is open or acknowledged, with the severity that it had then.
 */
export interface AlertLedger {
  /**
   * Open before the month began.
   */
  open_at_start: number;
  /**
   * Alerts that were raised.
   */
  raised: number;
  /**
   * Alerts that were closed and are open again: by a person, or because a time was over.
   */
  reopened: number;
  /**
   * fixed, allowed, false_positives and removed together.
   */
  closed: number;
  /**
   * The cause ended, or somebody resolved the alert.
   */
  fixed: number;
  /**
   * An Allowed Ports rule covers the port.
   */
  allowed: number;
  /**
   * Marked as false positives.
   */
  false_positives: number;
  /**
   * Their server or domain was terminated.
   */
  removed: number;
  /**
   * Alerts that got this severity less those that lost it while they were open; 0 over all severities.
   */
  reassessed: number;
  /**
   * Open when the month ended, or now: open_at_start + raised + reopened − closed + reassessed.
   */
  open_at_end: number;
  /**
   * Half of the fixed ones had been open for no longer; null: none was fixed.
   */
  median_seconds: number | null;
  /**
   * Nine tenths of the fixed ones had been open for no longer; null: none was fixed.
   */
  p90_seconds: number | null;
}
/**
 * The same of the month before.
 */
export interface MonthFigures1 {
  /**
   * A month of UTC.
   */
  month: string;
  total: AlertLedger;
  /**
   * The same for each severity.
   */
  by_severity: {
    low: AlertLedger;
    medium: AlertLedger;
    high: AlertLedger;
    critical: AlertLedger;
  };
  /**
   * Kinds of alerts that there were any of.
   */
  by_kind: {
    /**
     * What kind it is of.
     */
    kind: string;
    /**
     * What such alerts are about, as `leaks about your domains`.
     */
    title: string;
    /**
     * Open before the month began.
     */
    open_at_start: number;
    /**
     * Alerts that were raised.
     */
    raised: number;
    /**
     * Alerts that were closed and are open again: by a person, or because a time was over.
     */
    reopened: number;
    /**
     * fixed, allowed, false_positives and removed together.
     */
    closed: number;
    /**
     * The cause ended, or somebody resolved the alert.
     */
    fixed: number;
    /**
     * An Allowed Ports rule covers the port.
     */
    allowed: number;
    /**
     * Marked as false positives.
     */
    false_positives: number;
    /**
     * Their server or domain was terminated.
     */
    removed: number;
    /**
     * Alerts that got this severity less those that lost it while they were open; 0 over all severities.
     */
    reassessed: number;
    /**
     * Open when the month ended, or now: open_at_start + raised + reopened − closed + reassessed.
     */
    open_at_end: number;
    /**
     * Half of the fixed ones had been open for no longer; null: none was fixed.
     */
    median_seconds: number | null;
    /**
     * Nine tenths of the fixed ones had been open for no longer; null: none was fixed.
     */
    p90_seconds: number | null;
  }[];
}
export interface ReportAdvice {
  /**
   * What kind it is of.
   */
  kind: string;
  /**
   * Of the most urgent of the alerts.
   */
  severity: 'low' | 'medium' | 'high' | 'critical';
  /**
   * The most urgent of the alerts.
   */
  alert_id: string;
  /**
   * What it is, in a few words.
   */
  title: string;
  /**
   * How to end the cause, in sentences; null: see the alert.
   */
  advice: string | null;
  /**
   * Alerts of the same cause, such as a port on several servers.
   */
  alerts: number;
  /**
   * Names of up to three servers or domains.
   */
  subjects: string[];
}
export interface ReportedCause {
  /**
   * Its id.
   */
  id: string;
  /**
   * What kind it is of.
   */
  kind: string;
  /**
   * What it is about.
   */
  subject: {
    /**
     * What type it is of.
     */
    type: 'endpoint' | 'domain';
    /**
     * Its id.
     */
    id: string;
    /**
     * The server's nickname, or the domain's name.
     */
    name: string;
  };
  /**
   * When the month ended, or when the alert was closed.
   */
  severity: 'low' | 'medium' | 'high' | 'critical';
  /**
   * What it is, in a few words.
   */
  title: string;
  /**
   * When it was raised or, later, reopened.
   */
  opened_at: string;
  /**
   * Null: it was open when the month ended.
   */
  closed_at: string | null;
  /**
   * Alerts of the same cause, such as a port on several servers, itself among them.
   */
  alerts: number;
}
export interface ReportedAlert {
  /**
   * Its id.
   */
  id: string;
  /**
   * What kind it is of.
   */
  kind: string;
  /**
   * What it is about.
   */
  subject: {
    /**
     * What type it is of.
     */
    type: 'endpoint' | 'domain';
    /**
     * Its id.
     */
    id: string;
    /**
     * The server's nickname, or the domain's name.
     */
    name: string;
  };
  /**
   * When the month ended, or when the alert was closed.
   */
  severity: 'low' | 'medium' | 'high' | 'critical';
  /**
   * What it is, in a few words.
   */
  title: string;
  /**
   * When it was raised or, later, reopened.
   */
  opened_at: string;
  /**
   * Null: it was open when the month ended.
   */
  closed_at: string | null;
}
export interface ReportCoverage {
  /**
   * Monitored when the month ended, or now.
   */
  total: number;
  /**
   * Those of them that were active then and whose last scan of the month had a result.
   */
  scanned: number;
  /**
   * The others, by why.
   */
  not_scanned: {
    /**
     * Paused by hand.
     */
    paused: number;
    /**
     * Paused because what is paid for does not cover them.
     */
    capacity: number;
    /**
     * Their addresses are never scanned.
     */
    out_of_scope: number;
    /**
     * Nobody was set up to be asked who could know anything of leaks.
     */
    no_source: number;
    /**
     * The last scan of the month failed.
     */
    failing: number;
    /**
     * No scan of the month has ended.
     */
    not_yet: number;
  };
}
export interface ExposureDay {
  /**
   * A day of UTC.
   */
  date: string;
  /**
   * Alerts of this severity that were open when the day ended, or are open now.
   */
  low: number;
  /**
   * Alerts of this severity that were open when the day ended, or are open now.
   */
  medium: number;
  /**
   * Alerts of this severity that were open when the day ended, or are open now.
   */
  high: number;
  /**
   * Alerts of this severity that were open when the day ended, or are open now.
   */
  critical: number;
}
export interface GetSession200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        portal: PortalBranding;
        /**
         * Who is signed in. Null: nobody.
         */
        signed_in:
          | (
              | {
                  /**
                   * What kind it is of.
                   */
                  kind: 'customer';
                  /**
                   * The customer's id in the billing system.
                   */
                  billing_customer_id: number;
                  /**
                   * Its name.
                   */
                  name: string | null;
                  /**
                   * Whether it is a customer of the account's sandbox: nothing that is shown is real.
                   */
                  sandbox: boolean;
                  /**
                   * The administrator who looks at the customer's portal, read-only; null: it is the customer.
                   */
                  viewer: {
                    /**
                     * E-mail address.
                     */
                    email: string;
                    /**
                     * Its name.
                     */
                    name: string | null;
                  } | null;
                  /**
                   * That the person chose (BCP 47); null: what the browser asks for.
                   */
                  language: string | null;
                  /**
                   * When it stops being valid.
                   */
                  expires_at: string;
                }
              | {
                  /**
                   * What kind it is of.
                   */
                  kind: 'administrator';
                  /**
                   * Its id.
                   */
                  id: string;
                  /**
                   * E-mail address.
                   */
                  email: string;
                  /**
                   * Its name.
                   */
                  name: string | null;
                  /**
                   * What the person may do: `support` reads, `manager` changes everything but owners and keys, `owner` everything.
                   */
                  role: 'support' | 'manager' | 'owner';
                  /**
                   * State of the second factor.
                   */
                  second_factor: boolean;
                  /**
                   * Whether the account demands one. Without it, nothing can be done but to set one up.
                   */
                  second_factor_required: boolean;
                  /**
                   * Whether the sandbox is on.
                   */
                  sandbox_enabled: boolean;
                  /**
                   * That the person chose (BCP 47); null: what the browser asks for.
                   */
                  language: string | null;
                  /**
                   * When it stops being valid.
                   */
                  expires_at: string;
                }
              | {
                  /**
                   * What kind it is of.
                   */
                  kind: 'alert_link';
                  /**
                   * The alert.
                   */
                  alert_id: string;
                  /**
                   * What the alert is about.
                   */
                  subject: 'endpoint' | 'domain';
                  /**
                   * That the person chose (BCP 47); null: what the browser asks for.
                   */
                  language: string | null;
                  /**
                   * When it stops being valid.
                   */
                  expires_at: string;
                }
            )
          | null;
        /**
         * Whether the installation sends mail.
         */
        mail_available: boolean;
        /**
         * In which this browser is answered (BCP 47).
         */
        language: string;
        /**
         * All that there are.
         */
        languages: string[];
      };
      meta: Meta;
    };
  };
}
export interface PortalBranding {
  /**
   * Its name.
   */
  name: string;
  /**
   * Colour of buttons and links, as `#rrggbb`.
   */
  accent_colour: string;
  /**
   * The accent as it stays legible on light and on dark pages and as it fills buttons, and the text colour on each.
   */
  accent: {
    /**
     * For a light background.
     */
    light: string;
    /**
     * The colour on a light background.
     */
    on_light: string;
    /**
     * For a dark background.
     */
    dark: string;
    /**
     * The colour on a dark background.
     */
    on_dark: string;
    /**
     * The colour itself, for what is filled with it.
     */
    fill: string;
    /**
     * The colour of text on what is filled.
     */
    on_fill: string;
  };
  /**
   * Address of the logo. Null: there is none.
   */
  logo_url: string | null;
  /**
   * Page for help that the portal shows.
   */
  support_url: string | null;
  /**
   * Address for help that the portal shows.
   */
  support_email: string | null;
  /**
   * Where customers sign in, as an https:// address: mails and pages lead there, with the path to come back to in place of `{path}`, or else as the parameter `redirect_path`.
   */
  customer_area_url: string | null;
  /**
   * What the service is called. Null: security monitoring.
   */
  product_name: string | null;
  /**
   * The logo stands without the name beside it.
   */
  hide_name: boolean;
  /**
   * Page that says who runs the portal; linked in its footer and in mails.
   */
  imprint_url: string | null;
  /**
   * Page on privacy; linked in the footer of the portal and in mails.
   */
  privacy_url: string | null;
  /**
   * Terms of service; linked in the footer of the portal and in mails.
   */
  terms_url: string | null;
  /**
   * Address of the logo for dark pages. Null: the logo is for both.
   */
  dark_logo_url: string | null;
  /**
   * Address of the icon in the browser.
   */
  favicon_url: string;
}
export interface PortalNotFoundProblemAnswer {
  content: {
    'application/json': PortalNotFoundProblem;
  };
}
export interface PortalNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'PORTAL_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface SignInFailedProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'SIGN_IN_FAILED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface SecondFactorRequiredProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'SECOND_FACTOR_REQUIRED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface SignIn403 {
  content: {
    'application/json':
      | TenantMismatchProblem
      | AccountSuspendedProblem
      | SandboxNotAvailableProblem
      | SandboxKeyProblem
      | OriginMismatchProblem
      | ViewIsReadOnlyProblem;
  };
}
export interface SignOut403 {
  content: {
    'application/json':
      | TenantMismatchProblem
      | AccountSuspendedProblem
      | SandboxNotAvailableProblem
      | SandboxKeyProblem
      | OriginMismatchProblem;
  };
}
export interface BeginPasskeySignIn201 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        /**
         * For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.
         */
        options: {
          [k: string]: unknown;
        };
      };
      meta: Meta;
    };
  };
}
export interface LinkNotValidProblemAnswer {
  content: {
    'application/json': LinkNotValidProblem;
  };
}
export interface LinkNotValidProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'LINK_NOT_VALID';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface AdministratorAlreadyExistsProblemAnswer {
  content: {
    'application/json': AdministratorAlreadyExistsProblem;
  };
}
export interface AdministratorAlreadyExistsProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'ADMINISTRATOR_ALREADY_EXISTS';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface MailNotAvailableProblemAnswer {
  content: {
    'application/json': MailNotAvailableProblem;
  };
}
export interface MailNotAvailableProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'MAIL_NOT_AVAILABLE';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface Plan {
  /**
   * The product.
   */
  product_slug: 'port_monitoring';
  /**
   * A plan of the catalogue.
   */
  plan_slug: string;
  /**
   * Endpoints that the plan pays for.
   */
  capacity: number;
  /**
   * Null: the installation's interval. One that is shorter than the installation allows is not used.
   */
  scan_interval_seconds: number | null;
  /**
   * TCP ports: top-1000, full, or port ranges. By default the 1016 most common TCP ports are asked (top-1000), and no UDP. What listens elsewhere, such as on 51820/tcp, is not seen and raises no alert; a plan with ports full asks all 65,535, and one with protocols tcp+udp the 29 UDP services of the risk table that can be judged.
   */
  ports: string;
  /**
   * How many TCP ports that are.
   */
  tcp_ports: number;
  /**
   * How many UDP ports are asked besides.
   */
  udp_ports: number;
  /**
   * tcp+udp: besides, the UDP ports of the risk table.
   */
  protocols: 'tcp' | 'tcp+udp';
  /**
   * Ceiling for each of its endpoints. Null: the installation's.
   */
  max_packets_per_second: number | null;
  /**
   * From where servers are looked at: the first place scans, the others look again after every scan. Empty: from anywhere.
   */
  vantage_points: string[];
  /**
   * Subscriptions.
   */
  subscriptions: number;
}
export interface PlanNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'PLAN_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface PlanInUseProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'PLAN_IN_USE';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface AuditEntry {
  /**
   * Its id.
   */
  id: string;
  /**
   * When it happened.
   */
  at: string;
  /**
   * Who did it.
   */
  actor: {
    /**
     * What kind it is of.
     */
    kind: 'api_key' | 'administrator' | 'customer' | 'operator' | 'system';
    /**
     * Its id.
     */
    id: string | null;
  };
  /**
   * subject.verb, as in endpoint.suspended
   */
  action: string;
  /**
   * What it was done to.
   */
  subject_id: string | null;
  /**
   * What subject_id names. Null: it is gone, or of another sort; details may tell.
   */
  subject: {
    /**
     * What type it is of.
     */
    type: 'endpoint' | 'domain' | 'alert' | 'allowed_ports' | 'subscription' | 'customer' | 'recipient';
    /**
     * Its address, domain, product or name as it is now. Of a rule null means all servers.
     */
    name: string | null;
    /**
     * Of an alert or rule about ports: 6379/tcp, 8000-8010/both.
     */
    ports: string | null;
    /**
     * Of an alert.
     */
    kind: string | null;
  } | null;
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number | null;
  /**
   * Id of the request.
   */
  request_id: string | null;
  /**
   * More about it; what is in it depends on its code or action.
   */
  details: {
    [k: string]: unknown;
  };
}
export interface AlertData {
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
  /**
   * The alert.
   */
  alert_id: string;
  /**
   * The endpoint.
   */
  endpoint_id: string;
  alert: MonitoringAlert;
}
export interface ReopenedAlertData {
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
  /**
   * The alert.
   */
  alert_id: string;
  /**
   * The endpoint.
   */
  endpoint_id: string;
  alert: MonitoringAlert;
  /**
   * Whether somebody opened it again, the time that it was set aside for has passed, or it was seen again.
   */
  reopened_by: 'person' | 'time' | 'evidence';
}
export interface OpenedDomainAlertData {
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
  /**
   * The alert.
   */
  alert_id: string;
  /**
   * The monitored domain.
   */
  domain_id: string;
  alert: MonitoringAlert;
  /**
   * Whether somebody opened it again, the time that it was set aside for has passed, or it was seen again.
   */
  reopened_by?: 'person' | 'time' | 'evidence';
}
export interface DomainAlertData {
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
  /**
   * The alert.
   */
  alert_id: string;
  /**
   * The monitored domain.
   */
  domain_id: string;
  alert: MonitoringAlert;
}
export interface EndpointData {
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
  /**
   * The endpoint.
   */
  endpoint_id: string;
  endpoint: Endpoint;
}
export interface MovedEndpointData {
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
  /**
   * The endpoint.
   */
  endpoint_id: string;
  endpoint: Endpoint;
  /**
   * The status before the change.
   */
  previous_status: 'active' | 'paused' | 'terminated';
}
export interface DomainData {
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
  /**
   * The monitored domain.
   */
  domain_id: string;
  domain: MonitoredDomain;
}
export interface MonitoredDomain {
  /**
   * Its id.
   */
  id: string;
  /**
   * Domain name in lower case, internationalised labels in punycode. Requests may have a URL.
   */
  domain: string;
  /**
   * Its state.
   */
  status: 'active' | 'paused' | 'terminated';
  /**
   * Whether the platform paused it, because paid capacity does not cover it.
   */
  quota_paused: boolean;
  /**
   * Whether control was proved.
   */
  verified: boolean;
  /**
   * How many findings there are.
   */
  findings_count: number;
  /**
   * Alerts that are open.
   */
  open_alerts: number;
  /**
   * When it was last scanned. Null: never.
   */
  last_scan_at: string | null;
  /**
   * When it is due for a scan. Null: it is not scanned.
   */
  next_scan_at: string | null;
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When it last changed.
   */
  updated_at: string;
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
}
export interface MovedDomainData {
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
  /**
   * The monitored domain.
   */
  domain_id: string;
  domain: MonitoredDomain;
  /**
   * The status before the change.
   */
  previous_status: 'active' | 'paused' | 'terminated';
}
export interface SubscriptionData {
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
  /**
   * The subscription.
   */
  subscription_id: string;
  subscription: ListedSubscription;
}
export interface CapacityData {
  /**
   * The customer's id in the billing system.
   */
  billing_customer_id: number;
  /**
   * Of port monitoring.
   */
  port_monitoring: {
    /**
     * `port_monitoring` or `domain_monitoring`.
     */
    product_type: string;
    /**
     * Places that are paid for, by product or in all. Null: any number.
     */
    capacity: number | null;
    /**
     * Resources that take a place: all that are not terminated, but for servers that their own service pays for.
     */
    usage: number;
    /**
     * Whether more places are taken than are paid for.
     */
    over_quota: boolean;
    /**
     * IP addresses or domain names that were paused for capacity, in the order it was done: newest first.
     */
    newly_paused: string[];
    /**
     * IP addresses or domain names that came back, in the order it was done: oldest first.
     */
    unpaused: string[];
  };
  /**
   * Of domain monitoring.
   */
  domain_monitoring: {
    /**
     * `port_monitoring` or `domain_monitoring`.
     */
    product_type: string;
    /**
     * Places that are paid for, by product or in all. Null: any number.
     */
    capacity: number | null;
    /**
     * Resources that take a place: all that are not terminated, but for servers that their own service pays for.
     */
    usage: number;
    /**
     * Whether more places are taken than are paid for.
     */
    over_quota: boolean;
    /**
     * IP addresses or domain names that were paused for capacity, in the order it was done: newest first.
     */
    newly_paused: string[];
    /**
     * IP addresses or domain names that came back, in the order it was done: oldest first.
     */
    unpaused: string[];
  };
}
export interface WebhookTestData {
  /**
   * The webhook that is tried.
   */
  webhook_id: string;
  /**
   * What the webhook is sent in place of this. Absent: this.
   */
  sample?: {
    /**
     * What type it is of.
     */
    type: string;
    /**
     * The answer itself.
     */
    data: {
      [k: string]: unknown;
    };
  };
}
export interface Account {
  /**
   * The account.
   */
  partner: {
    /**
     * Its id.
     */
    id: string;
    /**
     * Its name.
     */
    name: string;
  };
  /**
   * The one that the key is bound to.
   */
  portal_domain: string;
  /**
   * State of the sandbox.
   */
  sandbox: {
    /**
     * Whether it is on.
     */
    enabled: boolean;
  };
  /**
   * The API key. It is shown once.
   */
  key: {
    /**
     * First characters of the key, by which people tell keys apart.
     */
    prefix: string;
    /**
     * Whether it is of the real world or of the sandbox.
     */
    world: 'live' | 'sandbox';
    /**
     * Its name.
     */
    name: string;
    /**
     * When it stops being valid.
     */
    expires_at: string | null;
  };
  /**
   * Limits that apply.
   */
  limits: {
    /**
     * Requests a minute and key.
     */
    requests_per_minute: {
      /**
       * Provisioning, sign-in, alerts, domain monitoring, firewall ingest.
       */
      strict: number;
      /**
       * Everything else.
       */
      default: number;
    };
    /**
     * Seconds between two manual scans of an endpoint.
     */
    manual_scan_cooldown_seconds: number;
    /**
     * Resources of a customer that never had a subscription to the product. Null: any number.
     */
    unsubscribed_caps: {
      /**
       * Of port monitoring.
       */
      port_monitoring: number | null;
      /**
       * Of domain monitoring.
       */
      domain_monitoring: number | null;
    };
  };
}
