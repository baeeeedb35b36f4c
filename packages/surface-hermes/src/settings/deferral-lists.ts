/**
 * Names of Hermes' core tools: its working set, shown with their schemas unless `defer` names them. Taken over from the list of
 * September 2026; `todo`, `process` and `cronjob` are names that some of them had before. The two managers of connections are
 * never behind the bridge that needs them.
 */
export const coreTools: ReadonlySet<string> = new Set([
  ...['web_search', 'web_extract', 'terminal', 'process_manage', 'process', 'read_file', 'write_file', 'patch', 'search_files'],
  ...['vision_analyze', 'image_generate', 'skills_list', 'skill_view', 'skill_manage', 'text_to_speech', 'todo_list', 'todo', 'memory'],
  ...['session_search', 'clarify', 'execute_code', 'delegate_task', 'cronjob_manage', 'cronjob', 'computer_use'],
  ...['browser_navigate', 'browser_snapshot', 'browser_click', 'browser_type', 'browser_scroll', 'browser_back', 'browser_press'],
  ...['browser_get_images', 'browser_vision', 'browser_console', 'browser_cdp', 'browser_dialog', 'browser_exec'],
  ...['ha_list_entities', 'ha_get_state', 'ha_list_services', 'ha_call_service'],
  ...['kanban_show', 'kanban_list', 'kanban_complete', 'kanban_block', 'kanban_request_review', 'kanban_request_changes'],
  ...['kanban_heartbeat', 'kanban_comment', 'kanban_create', 'kanban_link', 'kanban_unblock', 'kanban_attach', 'kanban_attach_url'],
  ...['kanban_attachments', 'manage_connections', 'manage_catalog'],
]);

/** Core tools and desktop helpers that are used rarely and on an event: deferred unless `defer` is given. */
export const curatedDefer: readonly string[] = Object.freeze([
  ...['computer_use', 'session_search', 'image_generate', 'todo_list', 'process_manage', 'cronjob_manage', 'drive_preview'],
  ...['gui_tour', 'desktop_preview', 'annotate_preview', 'show_tip', 'setup_mcp', 'desktop_project', 'close_terminal'],
  ...['apply_layout', 'read_terminal', 'read_window_below', 'focus_pane'],
]);

/** Tool sets that a session turns on for itself; what they hold stays visible. */
export const directToolsets: ReadonlySet<string> = new Set(['desktop_ui', 'project', 'setup']);
