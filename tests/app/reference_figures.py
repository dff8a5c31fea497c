"""The printed figures of the reference benchmark (public article of 2023-03-23): machine, price per hour and cost per epoch in USD."""
GENESIS = [("RTX 3060Ti", "0.20", "0.0102"), ("RTX 3080", "0.30", "0.0106"), ("RTX 3090", "0.42", "0.0128"),
           ("RTX 3080 (memory and CPU optimised)", "0.36", "0.0096"), ("RTX 3090 (memory and CPU optimised)", "0.504", "0.0098")]
AWS = [("p3.2xlarge", "3.06", "0.0881"), ("g4dn.xlarge", "0.526", "0.0174"), ("g4dn.2xlarge", "0.752", "0.0213"), ("g4dn.4xlarge", "1.204", "0.0330"),
       ("g4dn.8xlarge", "2.176", "0.0588"), ("g5.xlarge", "1.006", "0.0235"), ("g5.2xlarge", "1.212", "0.0208")]
ALL = GENESIS + AWS
