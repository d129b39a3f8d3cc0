{* Everything is escaped: names and banners come from strangers. Plain markup with the classes that all themes have. *}
<div class="panel panel-default card mb-3" id="monitoring-overview">
  <div class="panel-heading card-header">
    <h3 class="panel-title card-title m-0">{$monitoring.text.heading|escape}</h3>
  </div>
  <div class="panel-body card-body">
{if !$monitoring.isActive}
    <p>{$monitoring.text.inactive|escape}</p>
{elseif !$monitoring.isKnown}
    <p>{$monitoring.text.unknown|escape}</p>
{else}
    <p><strong>{$monitoring.summary|escape}</strong> {$monitoring.last_look|escape}</p>
{if $monitoring.posture ne ''}
    <p>{$monitoring.posture|escape}</p>
{/if}
{if $monitoring.total gt 0}
    <div class="table-responsive">
      <table class="table table-striped">
        <thead>
          <tr>
            <th scope="col">{$monitoring.text.severity|escape}</th>
            <th scope="col">{$monitoring.text.alert|escape}</th>
            <th scope="col">{$monitoring.text.where|escape}</th>
            <th scope="col">{$monitoring.text.since|escape}</th>
          </tr>
        </thead>
        <tbody>
{foreach $monitoring.alerts as $alert}
          <tr>
            <td>{$alert.severityText|escape}</td>
            <td>{$alert.title|escape}</td>
            <td>{$alert.subject|escape}</td>
            <td>{$alert.since|escape}</td>
          </tr>
{/foreach}
        </tbody>
      </table>
    </div>
{if $monitoring.more ne ''}
    <p>{$monitoring.more|escape}</p>
{/if}
{/if}
{/if}
{if $monitoring.isActive}
    <a class="btn btn-primary" href="{$monitoring.portal|escape}" target="_blank" rel="noopener">{$monitoring.text.open_portal|escape}</a>
{/if}
  </div>
</div>
