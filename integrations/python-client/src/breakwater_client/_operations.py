"""The operations of the API that a key may call, by verb and path.

Written by `npm run client` from the routes of the API; a test keeps them equal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Literal, Mapping, overload

if TYPE_CHECKING:
    from .types import (
        AcknowledgeAlertAnswer,
        AcknowledgeAlertBody,
        AcknowledgeDomainAlertAnswer,
        AcknowledgeDomainAlertBody,
        AcknowledgeMonitoringAlertAnswer,
        AcknowledgeMonitoringAlertBody,
        ActOnMonitoringAlertsAnswer,
        ActOnMonitoringAlertsBody,
        AddChannelAnswer,
        AddChannelBody,
        AddEndpointAnswer,
        AddEndpointBody,
        AddNotificationRecipientAnswer,
        AddNotificationRecipientBody,
        AdvanceSandboxClockAnswer,
        AdvanceSandboxClockBody,
        Alert,
        AllowedPortsRule,
        AnswerPublicServicesAnswer,
        AnswerPublicServicesBody,
        AuditEntry,
        Cause,
        ChangeChannelAnswer,
        ChangeChannelBody,
        ChangeCustomerAnswer,
        ChangeCustomerBody,
        ChangeNotificationRecipientAnswer,
        ChangeNotificationRecipientBody,
        ChangeServiceAnswer,
        ChangeServiceBody,
        ChangeSubscriptionAnswer,
        ChangeSubscriptionBody,
        ChangeWebhookAnswer,
        ChangeWebhookBody,
        Channel,
        CheckAlertAnswer,
        CheckAlertBody,
        CheckDomainVerificationAnswer,
        CheckDomainVerificationBody,
        CreateAllowedPortsAnswer,
        CreateAllowedPortsBody,
        CreateWebhookAnswer,
        CreateWebhookBody,
        DarkWebFinding,
        DeleteAllowedPortsQuery,
        DeleteEndpointQuery,
        DeletePricesAnswer,
        DeletePricesQuery,
        DescribeDomainAnswer,
        DescribeDomainBody,
        DomainAlert,
        EndCustomerSessionsAnswer,
        EndpointService,
        Event,
        GetAccountAnswer,
        GetAlertAnswer,
        GetAlertCheckAnswer,
        GetAlertCheckQuery,
        GetAlertQuery,
        GetAllowedPortsAnswer,
        GetAllowedPortsQuery,
        GetChannelAnswer,
        GetChannelQuery,
        GetCustomerAdditionsAnswer,
        GetCustomerAdditionsQuery,
        GetCustomerAnswer,
        GetDomainAlertAnswer,
        GetDomainAlertQuery,
        GetDomainAnswer,
        GetDomainPostureAnswer,
        GetDomainPostureQuery,
        GetDomainQuery,
        GetDomainVerificationAnswer,
        GetDomainVerificationBody,
        GetEndpointAnswer,
        GetEndpointDetailAnswer,
        GetEndpointDetailQuery,
        GetEndpointQuery,
        GetExposureAnswer,
        GetExposureQuery,
        GetMonitoringAlertAnswer,
        GetMonitoringAlertQuery,
        GetMonitoringOverviewAnswer,
        GetMonitoringOverviewQuery,
        GetMonthlyReportAnswer,
        GetMonthlyReportQuery,
        GetNotificationSettingsAnswer,
        GetNotificationSettingsQuery,
        GetPublicServicesAnswer,
        GetPublicServicesItem,
        GetPublicServicesQuery,
        GetRecordTemplateAnswer,
        GetRemediationAnswer,
        GetRemediationQuery,
        GetSandboxClockAnswer,
        GetScanAnswer,
        GetScanQuery,
        GetScenarioAnswer,
        GetScenarioQuery,
        GetUpgradeAnswer,
        GetUpgradeQuery,
        GetUsageAnswer,
        GetUsageQuery,
        GetWebhookAnswer,
        GetWebhookDeliveryAnswer,
        GetWeeklySummarySettingAnswer,
        IngestFirewallAnswer,
        IngestFirewallBody,
        LeakedCredential,
        ListAlertsAnswer,
        ListAlertsQuery,
        ListAllowedPortsAnswer,
        ListAllowedPortsQuery,
        ListAuditAnswer,
        ListAuditQuery,
        ListCausesAnswer,
        ListCausesQuery,
        ListChannelsAnswer,
        ListChannelsQuery,
        ListCustomersAnswer,
        ListCustomersQuery,
        ListDarkWebFindingsAnswer,
        ListDarkWebFindingsQuery,
        ListDomainAlertsAnswer,
        ListDomainAlertsQuery,
        ListDomainsAnswer,
        ListDomainsQuery,
        ListEndpointServicesAnswer,
        ListEndpointServicesQuery,
        ListEndpointsAnswer,
        ListEndpointsQuery,
        ListEventsAnswer,
        ListEventsQuery,
        ListLeakedCredentialsAnswer,
        ListLeakedCredentialsQuery,
        ListMonitoringAlertsAnswer,
        ListMonitoringAlertsQuery,
        ListPlansAnswer,
        ListPlansQuery,
        ListPortGroupsAnswer,
        ListPortGroupsItem,
        ListPortGroupsQuery,
        ListPricesAnswer,
        ListPricesQuery,
        ListScansAnswer,
        ListScansQuery,
        ListScenariosAnswer,
        ListScenariosItem,
        ListScenariosQuery,
        ListServersOfCustomerAnswer,
        ListServersOfCustomerQuery,
        ListServicesAnswer,
        ListServicesQuery,
        ListSubscriptionsAnswer,
        ListSubscriptionsQuery,
        ListVantageViewsAnswer,
        ListVantageViewsQuery,
        ListWebhookDeliveriesAnswer,
        ListWebhookDeliveriesQuery,
        ListWebhooksAnswer,
        ListWebhooksQuery,
        ListedCustomer,
        ListedEndpoint,
        ListedService,
        ListedSubscription,
        MarkFalsePositiveAnswer,
        MarkFalsePositiveBody,
        MarkMonitoringAlertFalsePositiveAnswer,
        MarkMonitoringAlertFalsePositiveBody,
        MergeCustomerAnswer,
        MergeCustomerBody,
        MintSignInTokenAnswer,
        MintSignInTokenBody,
        MonitoringAlert,
        Plan,
        Price,
        ProvisionDomainAnswer,
        ProvisionDomainBody,
        ProvisionEndpointAnswer,
        ProvisionEndpointBody,
        ProvisionSubscriptionAnswer,
        ProvisionSubscriptionBody,
        ReleaseDomainAnswer,
        ReleaseDomainBody,
        RemoveChannelQuery,
        RemoveNotificationRecipientQuery,
        ReopenAlertAnswer,
        ReopenAlertBody,
        ReopenMonitoringAlertAnswer,
        ReopenMonitoringAlertBody,
        ReplayEventsAnswer,
        ReplayEventsBody,
        ResetSandboxAnswer,
        ResolveAlertAnswer,
        ResolveAlertBody,
        ResolveDomainAlertAnswer,
        ResolveDomainAlertBody,
        ResolveMonitoringAlertAnswer,
        ResolveMonitoringAlertBody,
        ResumeDomainAnswer,
        ResumeDomainBody,
        ResumeEndpointAnswer,
        ResumeEndpointBody,
        ResumeSubscriptionAnswer,
        ResumeSubscriptionBody,
        RetryWebhookDeliveryAnswer,
        RotateWebhookSecretAnswer,
        RotateWebhookSecretBody,
        Scan,
        ScanEndpointAnswer,
        ScanEndpointBody,
        ScanInSandboxAnswer,
        ScanInSandboxBody,
        ServerOfCustomer,
        ServiceUsage,
        SetNotificationSettingsAnswer,
        SetNotificationSettingsBody,
        SetPlanAnswer,
        SetPlanBody,
        SetPricesAnswer,
        SetPricesBody,
        SetRecordTemplateAnswer,
        SetRecordTemplateBody,
        SetSandboxModeAnswer,
        SetSandboxModeBody,
        SetScenarioAnswer,
        SetScenarioBody,
        SummariseAlertsAnswer,
        SummariseAlertsQuery,
        SummariseDomainsAnswer,
        SummariseDomainsQuery,
        SummariseEndpointAlertsAnswer,
        SummariseEndpointAlertsItem,
        SummariseEndpointAlertsQuery,
        SuspendDomainAnswer,
        SuspendDomainBody,
        SuspendEndpointAnswer,
        SuspendEndpointBody,
        SuspendSubscriptionAnswer,
        SuspendSubscriptionBody,
        SyncServicesAnswer,
        SyncServicesBody,
        TerminateDomainAnswer,
        TerminateDomainBody,
        TerminateEndpointAnswer,
        TerminateEndpointBody,
        TerminateSubscriptionAnswer,
        TerminateSubscriptionBody,
        TestChannelAnswer,
        TestChannelBody,
        TestWebhookAnswer,
        TestWebhookBody,
        TransferServiceAnswer,
        TransferServiceBody,
        UpdateAllowedPortsAnswer,
        UpdateAllowedPortsBody,
        UpdateDomainAnswer,
        UpdateDomainBody,
        UpdateEndpointAnswer,
        UpdateEndpointBody,
        VantageView,
        WatchedDomain,
        Webhook,
        WebhookDelivery,
    )

# Of each list: the field of its data that has the items, or None where they are its data.
LISTS: Mapping[str, str | None] = {
    "/endpoints": None,
    "/endpoints/{endpoint}/services": None,
    "/endpoints/{endpoint}/scans": None,
    "/endpoints/{endpoint}/vantage-points": None,
    "/domain-monitoring/domains": "domains",
    "/domain-monitoring/leaked-credentials": "leaked_credentials",
    "/domain-monitoring/dark-web": "dark_web",
    "/domain-monitoring/alerts": "alerts",
    "/billing/pricing": "prices",
    "/alerts": "alerts",
    "/alerts/endpoint-summary": "endpoints",
    "/monitoring/alerts": "alerts",
    "/monitoring/causes": "causes",
    "/monitoring/port-groups": "groups",
    "/whitelists": None,
    "/monitoring/public-services": "servers",
    "/channels": "channels",
    "/webhooks": "webhooks",
    "/webhooks/{id}/deliveries": "deliveries",
    "/sandbox/scenarios": "scenarios",
    "/customers": "customers",
    "/customers/{billing_customer_id}/servers": "servers",
    "/services": "services",
    "/subscriptions": None,
    "/usage": "services",
    "/plans": "plans",
    "/audit": "entries",
    "/events": "events",
}

# They answer a secret that is not kept, so that they take no Idempotency-Key.
KEYLESS = frozenset(
    {
        ("POST", "/webhooks"),
        ("POST", "/webhooks/{id}/rotate-secret"),
        ("POST", "/sso/token"),
    }
)


class Operations:
    """What the paths of the API take and answer. Values for the parts of a path in braces are given by their names."""

    def request(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        *,
        parts: Mapping[str, object] | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        raise NotImplementedError

    def pages(self, path: str, query: Mapping[str, Any] | None, parts: Mapping[str, object]) -> Iterator[Any]:
        raise NotImplementedError

    @overload
    def get(
        self,
        path: Literal["/endpoints"],
        query: ListEndpointsQuery | None = None,
    ) -> ListEndpointsAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/endpoints/{endpoint}"],
        query: GetEndpointQuery | None = None,
        *,
        endpoint: str,
    ) -> GetEndpointAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/endpoints/{endpoint}/detail"],
        query: GetEndpointDetailQuery | None = None,
        *,
        endpoint: str,
    ) -> GetEndpointDetailAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/endpoints/{endpoint}/services"],
        query: ListEndpointServicesQuery | None = None,
        *,
        endpoint: str,
    ) -> ListEndpointServicesAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/settings/customer-additions"],
        query: GetCustomerAdditionsQuery | None = None,
    ) -> GetCustomerAdditionsAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/endpoints/{endpoint}/scans"],
        query: ListScansQuery | None = None,
        *,
        endpoint: str,
    ) -> ListScansAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/scans/{scan}"],
        query: GetScanQuery | None = None,
        *,
        scan: str,
    ) -> GetScanAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/endpoints/{endpoint}/vantage-points"],
        query: ListVantageViewsQuery | None = None,
        *,
        endpoint: str,
    ) -> ListVantageViewsAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/domain-monitoring/domains"],
        query: ListDomainsQuery,
    ) -> ListDomainsAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/domain-monitoring/domains/{id}"],
        query: GetDomainQuery,
        *,
        id: str,
    ) -> GetDomainAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/domain-monitoring/leaked-credentials"],
        query: ListLeakedCredentialsQuery,
    ) -> ListLeakedCredentialsAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/domain-monitoring/dark-web"],
        query: ListDarkWebFindingsQuery,
    ) -> ListDarkWebFindingsAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/domain-monitoring/alerts"],
        query: ListDomainAlertsQuery,
    ) -> ListDomainAlertsAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/domain-monitoring/alerts/{id}"],
        query: GetDomainAlertQuery,
        *,
        id: str,
    ) -> GetDomainAlertAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/domain-monitoring/summary"],
        query: SummariseDomainsQuery,
    ) -> SummariseDomainsAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/domain-monitoring/domains/{id}/posture"],
        query: GetDomainPostureQuery,
        *,
        id: str,
    ) -> GetDomainPostureAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/domain-monitoring/record-template"],
    ) -> GetRecordTemplateAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/upgrade"],
        query: GetUpgradeQuery,
    ) -> GetUpgradeAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/billing/pricing"],
        query: ListPricesQuery | None = None,
    ) -> ListPricesAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/alerts"],
        query: ListAlertsQuery | None = None,
    ) -> ListAlertsAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/alerts/summary"],
        query: SummariseAlertsQuery,
    ) -> SummariseAlertsAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/alerts/endpoint-summary"],
        query: SummariseEndpointAlertsQuery,
    ) -> SummariseEndpointAlertsAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/alerts/{id}"],
        query: GetAlertQuery | None = None,
        *,
        id: str,
    ) -> GetAlertAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/alerts/{id}/remediation"],
        query: GetRemediationQuery | None = None,
        *,
        id: str,
    ) -> GetRemediationAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/monitoring/alerts"],
        query: ListMonitoringAlertsQuery | None = None,
    ) -> ListMonitoringAlertsAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/monitoring/alerts/{id}"],
        query: GetMonitoringAlertQuery | None = None,
        *,
        id: str,
    ) -> GetMonitoringAlertAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/monitoring/causes"],
        query: ListCausesQuery | None = None,
    ) -> ListCausesAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/monitoring/alerts/{id}/check"],
        query: GetAlertCheckQuery | None = None,
        *,
        id: str,
    ) -> GetAlertCheckAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/monitoring/port-groups"],
        query: ListPortGroupsQuery,
    ) -> ListPortGroupsAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/monitoring/overview"],
        query: GetMonitoringOverviewQuery,
    ) -> GetMonitoringOverviewAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/whitelists"],
        query: ListAllowedPortsQuery | None = None,
    ) -> ListAllowedPortsAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/whitelists/{id}"],
        query: GetAllowedPortsQuery | None = None,
        *,
        id: str,
    ) -> GetAllowedPortsAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/monitoring/public-services"],
        query: GetPublicServicesQuery,
    ) -> GetPublicServicesAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/notifications/settings"],
        query: GetNotificationSettingsQuery,
    ) -> GetNotificationSettingsAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/settings/weekly-summary"],
    ) -> GetWeeklySummarySettingAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/channels"],
        query: ListChannelsQuery | None = None,
    ) -> ListChannelsAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/channels/{id}"],
        query: GetChannelQuery | None = None,
        *,
        id: str,
    ) -> GetChannelAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/webhooks"],
        query: ListWebhooksQuery | None = None,
    ) -> ListWebhooksAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/webhooks/{id}"],
        *,
        id: str,
    ) -> GetWebhookAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/webhooks/{id}/deliveries"],
        query: ListWebhookDeliveriesQuery | None = None,
        *,
        id: str,
    ) -> ListWebhookDeliveriesAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/webhooks/{id}/deliveries/{delivery_id}"],
        *,
        id: str,
        delivery_id: str,
    ) -> GetWebhookDeliveryAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/sandbox/scenarios"],
        query: ListScenariosQuery | None = None,
    ) -> ListScenariosAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/sandbox/scenario"],
        query: GetScenarioQuery | None = None,
    ) -> GetScenarioAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/sandbox/clock"],
    ) -> GetSandboxClockAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/customers"],
        query: ListCustomersQuery | None = None,
    ) -> ListCustomersAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/customers/{billing_customer_id}"],
        *,
        billing_customer_id: int,
    ) -> GetCustomerAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/customers/{billing_customer_id}/servers"],
        query: ListServersOfCustomerQuery | None = None,
        *,
        billing_customer_id: int,
    ) -> ListServersOfCustomerAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/services"],
        query: ListServicesQuery | None = None,
    ) -> ListServicesAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/subscriptions"],
        query: ListSubscriptionsQuery | None = None,
    ) -> ListSubscriptionsAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/usage"],
        query: GetUsageQuery,
    ) -> GetUsageAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/reports/monthly"],
        query: GetMonthlyReportQuery,
    ) -> GetMonthlyReportAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/reports/exposure"],
        query: GetExposureQuery | None = None,
    ) -> GetExposureAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/plans"],
        query: ListPlansQuery | None = None,
    ) -> ListPlansAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/audit"],
        query: ListAuditQuery | None = None,
    ) -> ListAuditAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/events"],
        query: ListEventsQuery | None = None,
    ) -> ListEventsAnswer: ...

    @overload
    def get(
        self,
        path: Literal["/account"],
    ) -> GetAccountAnswer: ...

    def get(self, path: str, query: Mapping[str, Any] | None = None, **parts: object) -> Any:
        return self.request("GET", path, query, parts=parts)

    @overload
    def post(
        self,
        path: Literal["/billing/provision"],
        body: ProvisionEndpointBody,
        *,
        idempotency_key: str | None = None,
    ) -> ProvisionEndpointAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/billing/suspend"],
        body: SuspendEndpointBody,
        *,
        idempotency_key: str | None = None,
    ) -> SuspendEndpointAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/billing/resume"],
        body: ResumeEndpointBody,
        *,
        idempotency_key: str | None = None,
    ) -> ResumeEndpointAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/billing/terminate"],
        body: TerminateEndpointBody,
        *,
        idempotency_key: str | None = None,
    ) -> TerminateEndpointAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/endpoints"],
        body: AddEndpointBody,
        *,
        idempotency_key: str | None = None,
    ) -> AddEndpointAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/billing/scan-endpoint"],
        body: ScanEndpointBody,
        *,
        idempotency_key: str | None = None,
    ) -> ScanEndpointAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/billing/provision-domain"],
        body: ProvisionDomainBody,
        *,
        idempotency_key: str | None = None,
    ) -> ProvisionDomainAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/billing/suspend-domain"],
        body: SuspendDomainBody,
        *,
        idempotency_key: str | None = None,
    ) -> SuspendDomainAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/billing/resume-domain"],
        body: ResumeDomainBody,
        *,
        idempotency_key: str | None = None,
    ) -> ResumeDomainAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/billing/terminate-domain"],
        body: TerminateDomainBody,
        *,
        idempotency_key: str | None = None,
    ) -> TerminateDomainAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/billing/update-domain"],
        body: UpdateDomainBody,
        *,
        idempotency_key: str | None = None,
    ) -> UpdateDomainAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/billing/release-domain"],
        body: ReleaseDomainBody,
        *,
        idempotency_key: str | None = None,
    ) -> ReleaseDomainAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/domain-monitoring/domains/{id}/verification"],
        body: GetDomainVerificationBody,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> GetDomainVerificationAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/domain-monitoring/domains/{id}/verification/check"],
        body: CheckDomainVerificationBody,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> CheckDomainVerificationAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/domain-monitoring/alerts/{id}/acknowledge"],
        body: AcknowledgeDomainAlertBody,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> AcknowledgeDomainAlertAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/domain-monitoring/alerts/{id}/resolve"],
        body: ResolveDomainAlertBody,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> ResolveDomainAlertAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/billing/provision-subscription"],
        body: ProvisionSubscriptionBody,
        *,
        idempotency_key: str | None = None,
    ) -> ProvisionSubscriptionAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/billing/suspend-subscription"],
        body: SuspendSubscriptionBody,
        *,
        idempotency_key: str | None = None,
    ) -> SuspendSubscriptionAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/billing/resume-subscription"],
        body: ResumeSubscriptionBody,
        *,
        idempotency_key: str | None = None,
    ) -> ResumeSubscriptionAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/billing/terminate-subscription"],
        body: TerminateSubscriptionBody,
        *,
        idempotency_key: str | None = None,
    ) -> TerminateSubscriptionAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/billing/change-subscription"],
        body: ChangeSubscriptionBody,
        *,
        idempotency_key: str | None = None,
    ) -> ChangeSubscriptionAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/billing/sync-services"],
        body: SyncServicesBody,
        *,
        idempotency_key: str | None = None,
    ) -> SyncServicesAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/billing/pricing"],
        body: SetPricesBody,
        *,
        idempotency_key: str | None = None,
    ) -> SetPricesAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/alerts/{id}/resolve"],
        body: ResolveAlertBody | None = None,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> ResolveAlertAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/alerts/{id}/acknowledge"],
        body: AcknowledgeAlertBody | None = None,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> AcknowledgeAlertAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/alerts/{id}/false-positive"],
        body: MarkFalsePositiveBody | None = None,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> MarkFalsePositiveAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/alerts/{id}/reopen"],
        body: ReopenAlertBody | None = None,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> ReopenAlertAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/monitoring/alerts/{id}/acknowledge"],
        body: AcknowledgeMonitoringAlertBody | None = None,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> AcknowledgeMonitoringAlertAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/monitoring/alerts/{id}/resolve"],
        body: ResolveMonitoringAlertBody | None = None,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> ResolveMonitoringAlertAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/monitoring/alerts/{id}/false-positive"],
        body: MarkMonitoringAlertFalsePositiveBody | None = None,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> MarkMonitoringAlertFalsePositiveAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/monitoring/alerts/{id}/reopen"],
        body: ReopenMonitoringAlertBody | None = None,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> ReopenMonitoringAlertAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/monitoring/alerts/{id}/check"],
        body: CheckAlertBody | None = None,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> CheckAlertAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/monitoring/alerts/actions"],
        body: ActOnMonitoringAlertsBody,
        *,
        idempotency_key: str | None = None,
    ) -> ActOnMonitoringAlertsAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/whitelists"],
        body: CreateAllowedPortsBody,
        *,
        idempotency_key: str | None = None,
    ) -> CreateAllowedPortsAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/monitoring/public-services"],
        body: AnswerPublicServicesBody,
        *,
        idempotency_key: str | None = None,
    ) -> AnswerPublicServicesAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/firewall/ingest"],
        body: IngestFirewallBody,
        *,
        idempotency_key: str | None = None,
    ) -> IngestFirewallAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/notifications/recipients"],
        body: AddNotificationRecipientBody,
        *,
        idempotency_key: str | None = None,
    ) -> AddNotificationRecipientAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/channels"],
        body: AddChannelBody,
        *,
        idempotency_key: str | None = None,
    ) -> AddChannelAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/channels/{id}/test"],
        body: TestChannelBody | None = None,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> TestChannelAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/webhooks"],
        body: CreateWebhookBody,
    ) -> CreateWebhookAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/webhooks/{id}/rotate-secret"],
        body: RotateWebhookSecretBody | None = None,
        *,
        id: str,
    ) -> RotateWebhookSecretAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/webhooks/{id}/test"],
        body: TestWebhookBody | None = None,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> TestWebhookAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/webhooks/{id}/replay"],
        body: ReplayEventsBody,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> ReplayEventsAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/webhooks/{id}/deliveries/{delivery_id}/retry"],
        *,
        id: str,
        delivery_id: str,
        idempotency_key: str | None = None,
    ) -> RetryWebhookDeliveryAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/sso/token"],
        body: MintSignInTokenBody,
    ) -> MintSignInTokenAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/sandbox/scan"],
        body: ScanInSandboxBody,
        *,
        idempotency_key: str | None = None,
    ) -> ScanInSandboxAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/sandbox/clock"],
        body: AdvanceSandboxClockBody,
        *,
        idempotency_key: str | None = None,
    ) -> AdvanceSandboxClockAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/sandbox/reset"],
        *,
        idempotency_key: str | None = None,
    ) -> ResetSandboxAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/customers/{billing_customer_id}/merge"],
        body: MergeCustomerBody,
        *,
        billing_customer_id: int,
        idempotency_key: str | None = None,
    ) -> MergeCustomerAnswer: ...

    @overload
    def post(
        self,
        path: Literal["/customers/{billing_customer_id}/services/{service_id}/transfer"],
        body: TransferServiceBody,
        *,
        billing_customer_id: int,
        service_id: int,
        idempotency_key: str | None = None,
    ) -> TransferServiceAnswer: ...

    def post(
        self,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
        **parts: object,
    ) -> Any:
        return self.request("POST", path, None, body or {}, parts=parts, idempotency_key=idempotency_key)

    @overload
    def put(
        self,
        path: Literal["/endpoints/{endpoint}"],
        body: UpdateEndpointBody,
        *,
        endpoint: str,
        idempotency_key: str | None = None,
    ) -> UpdateEndpointAnswer: ...

    @overload
    def put(
        self,
        path: Literal["/domain-monitoring/domains/{id}"],
        body: DescribeDomainBody,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> DescribeDomainAnswer: ...

    @overload
    def put(
        self,
        path: Literal["/domain-monitoring/record-template"],
        body: SetRecordTemplateBody,
        *,
        idempotency_key: str | None = None,
    ) -> SetRecordTemplateAnswer: ...

    @overload
    def put(
        self,
        path: Literal["/whitelists/{id}"],
        body: UpdateAllowedPortsBody | None = None,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> UpdateAllowedPortsAnswer: ...

    @overload
    def put(
        self,
        path: Literal["/notifications/settings"],
        body: SetNotificationSettingsBody,
        *,
        idempotency_key: str | None = None,
    ) -> SetNotificationSettingsAnswer: ...

    @overload
    def put(
        self,
        path: Literal["/notifications/recipients/{id}"],
        body: ChangeNotificationRecipientBody,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> ChangeNotificationRecipientAnswer: ...

    @overload
    def put(
        self,
        path: Literal["/channels/{id}"],
        body: ChangeChannelBody | None = None,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> ChangeChannelAnswer: ...

    @overload
    def put(
        self,
        path: Literal["/webhooks/{id}"],
        body: ChangeWebhookBody | None = None,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> ChangeWebhookAnswer: ...

    @overload
    def put(
        self,
        path: Literal["/account/sandbox"],
        body: SetSandboxModeBody,
        *,
        idempotency_key: str | None = None,
    ) -> SetSandboxModeAnswer: ...

    @overload
    def put(
        self,
        path: Literal["/sandbox/scenario"],
        body: SetScenarioBody,
        *,
        idempotency_key: str | None = None,
    ) -> SetScenarioAnswer: ...

    @overload
    def put(
        self,
        path: Literal["/customers/{billing_customer_id}"],
        body: ChangeCustomerBody | None = None,
        *,
        billing_customer_id: int,
        idempotency_key: str | None = None,
    ) -> ChangeCustomerAnswer: ...

    @overload
    def put(
        self,
        path: Literal["/customers/{billing_customer_id}/services/{service_id}"],
        body: ChangeServiceBody | None = None,
        *,
        billing_customer_id: int,
        service_id: int,
        idempotency_key: str | None = None,
    ) -> ChangeServiceAnswer: ...

    @overload
    def put(
        self,
        path: Literal["/plans/port_monitoring/{plan_slug}"],
        body: SetPlanBody,
        *,
        plan_slug: str,
        idempotency_key: str | None = None,
    ) -> SetPlanAnswer: ...

    def put(
        self,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
        **parts: object,
    ) -> Any:
        return self.request("PUT", path, None, body or {}, parts=parts, idempotency_key=idempotency_key)

    @overload
    def delete(
        self,
        path: Literal["/endpoints/{endpoint}"],
        query: DeleteEndpointQuery | None = None,
        *,
        endpoint: str,
        idempotency_key: str | None = None,
    ) -> None: ...

    @overload
    def delete(
        self,
        path: Literal["/billing/pricing"],
        query: DeletePricesQuery | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> DeletePricesAnswer: ...

    @overload
    def delete(
        self,
        path: Literal["/whitelists/{id}"],
        query: DeleteAllowedPortsQuery | None = None,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> None: ...

    @overload
    def delete(
        self,
        path: Literal["/notifications/recipients/{id}"],
        query: RemoveNotificationRecipientQuery | None = None,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> None: ...

    @overload
    def delete(
        self,
        path: Literal["/channels/{id}"],
        query: RemoveChannelQuery | None = None,
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> None: ...

    @overload
    def delete(
        self,
        path: Literal["/webhooks/{id}"],
        *,
        id: str,
        idempotency_key: str | None = None,
    ) -> None: ...

    @overload
    def delete(
        self,
        path: Literal["/customers/{billing_customer_id}/sessions"],
        *,
        billing_customer_id: int,
        idempotency_key: str | None = None,
    ) -> EndCustomerSessionsAnswer: ...

    @overload
    def delete(
        self,
        path: Literal["/plans/port_monitoring/{plan_slug}"],
        *,
        plan_slug: str,
        idempotency_key: str | None = None,
    ) -> None: ...

    def delete(
        self,
        path: str,
        query: Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
        **parts: object,
    ) -> Any:
        return self.request("DELETE", path, query, parts=parts, idempotency_key=idempotency_key)

    @overload
    def each(
        self,
        path: Literal["/endpoints"],
        query: ListEndpointsQuery | None = None,
    ) -> Iterator[ListedEndpoint]: ...

    @overload
    def each(
        self,
        path: Literal["/endpoints/{endpoint}/services"],
        query: ListEndpointServicesQuery | None = None,
        *,
        endpoint: str,
    ) -> Iterator[EndpointService]: ...

    @overload
    def each(
        self,
        path: Literal["/endpoints/{endpoint}/scans"],
        query: ListScansQuery | None = None,
        *,
        endpoint: str,
    ) -> Iterator[Scan]: ...

    @overload
    def each(
        self,
        path: Literal["/endpoints/{endpoint}/vantage-points"],
        query: ListVantageViewsQuery | None = None,
        *,
        endpoint: str,
    ) -> Iterator[VantageView]: ...

    @overload
    def each(
        self,
        path: Literal["/domain-monitoring/domains"],
        query: ListDomainsQuery,
    ) -> Iterator[WatchedDomain]: ...

    @overload
    def each(
        self,
        path: Literal["/domain-monitoring/leaked-credentials"],
        query: ListLeakedCredentialsQuery,
    ) -> Iterator[LeakedCredential]: ...

    @overload
    def each(
        self,
        path: Literal["/domain-monitoring/dark-web"],
        query: ListDarkWebFindingsQuery,
    ) -> Iterator[DarkWebFinding]: ...

    @overload
    def each(
        self,
        path: Literal["/domain-monitoring/alerts"],
        query: ListDomainAlertsQuery,
    ) -> Iterator[DomainAlert]: ...

    @overload
    def each(
        self,
        path: Literal["/billing/pricing"],
        query: ListPricesQuery | None = None,
    ) -> Iterator[Price]: ...

    @overload
    def each(
        self,
        path: Literal["/alerts"],
        query: ListAlertsQuery | None = None,
    ) -> Iterator[Alert]: ...

    @overload
    def each(
        self,
        path: Literal["/alerts/endpoint-summary"],
        query: SummariseEndpointAlertsQuery,
    ) -> Iterator[SummariseEndpointAlertsItem]: ...

    @overload
    def each(
        self,
        path: Literal["/monitoring/alerts"],
        query: ListMonitoringAlertsQuery | None = None,
    ) -> Iterator[MonitoringAlert]: ...

    @overload
    def each(
        self,
        path: Literal["/monitoring/causes"],
        query: ListCausesQuery | None = None,
    ) -> Iterator[Cause]: ...

    @overload
    def each(
        self,
        path: Literal["/monitoring/port-groups"],
        query: ListPortGroupsQuery,
    ) -> Iterator[ListPortGroupsItem]: ...

    @overload
    def each(
        self,
        path: Literal["/whitelists"],
        query: ListAllowedPortsQuery | None = None,
    ) -> Iterator[AllowedPortsRule]: ...

    @overload
    def each(
        self,
        path: Literal["/monitoring/public-services"],
        query: GetPublicServicesQuery,
    ) -> Iterator[GetPublicServicesItem]: ...

    @overload
    def each(
        self,
        path: Literal["/channels"],
        query: ListChannelsQuery | None = None,
    ) -> Iterator[Channel]: ...

    @overload
    def each(
        self,
        path: Literal["/webhooks"],
        query: ListWebhooksQuery | None = None,
    ) -> Iterator[Webhook]: ...

    @overload
    def each(
        self,
        path: Literal["/webhooks/{id}/deliveries"],
        query: ListWebhookDeliveriesQuery | None = None,
        *,
        id: str,
    ) -> Iterator[WebhookDelivery]: ...

    @overload
    def each(
        self,
        path: Literal["/sandbox/scenarios"],
        query: ListScenariosQuery | None = None,
    ) -> Iterator[ListScenariosItem]: ...

    @overload
    def each(
        self,
        path: Literal["/customers"],
        query: ListCustomersQuery | None = None,
    ) -> Iterator[ListedCustomer]: ...

    @overload
    def each(
        self,
        path: Literal["/customers/{billing_customer_id}/servers"],
        query: ListServersOfCustomerQuery | None = None,
        *,
        billing_customer_id: int,
    ) -> Iterator[ServerOfCustomer]: ...

    @overload
    def each(
        self,
        path: Literal["/services"],
        query: ListServicesQuery | None = None,
    ) -> Iterator[ListedService]: ...

    @overload
    def each(
        self,
        path: Literal["/subscriptions"],
        query: ListSubscriptionsQuery | None = None,
    ) -> Iterator[ListedSubscription]: ...

    @overload
    def each(
        self,
        path: Literal["/usage"],
        query: GetUsageQuery,
    ) -> Iterator[ServiceUsage]: ...

    @overload
    def each(
        self,
        path: Literal["/plans"],
        query: ListPlansQuery | None = None,
    ) -> Iterator[Plan]: ...

    @overload
    def each(
        self,
        path: Literal["/audit"],
        query: ListAuditQuery | None = None,
    ) -> Iterator[AuditEntry]: ...

    @overload
    def each(
        self,
        path: Literal["/events"],
        query: ListEventsQuery | None = None,
    ) -> Iterator[Event]: ...

    def each(self, path: str, query: Mapping[str, Any] | None = None, **parts: object) -> Iterator[Any]:
        """Every item of a list; a page is asked for when the one before has been gone through.

        Raises ListError when the list says that more is left and gives no way to it: what was given is not all.
        """
        return self.pages(path, query, parts)
