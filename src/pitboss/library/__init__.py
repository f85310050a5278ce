"""The functions that `import pitboss` offers: open a table, prove a sheet, settle a hand."""
